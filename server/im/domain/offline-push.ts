import { callNews, endedCall, pushedContent, recordedCall, rejectOf } from "../../push/content.ts";
import { messageGrantMs } from "../../push/grants.ts";
import type { WebPush } from "../../push/index.ts";
import { callNotice, messageNotice } from "../../push/notice.ts";
import type { Subscription } from "../../push/subscriptions.ts";
import { atAllTag, SessionType } from "../protocol/constants.ts";
import type { MsgData } from "../protocol/messages.ts";
import type { Conversation, Conversations } from "./conversations.ts";
import type { Friends } from "./friends.ts";
import type { Groups } from "./groups.ts";
import type { Messages } from "./messages.ts";
import type { ReadCursors } from "./read-cursors.ts";
import type { Reading } from "./reading.ts";
import type { Users } from "./users.ts";

/** Pushes a message to users without a connection. `isStored` is false for one that only connected users get. */
export type OfflinePush = (
  message: MsgData,
  conversationID: string,
  receivers: Iterable<string>,
  isStored: boolean,
) => void;

/** Ids that a text mentions and that are looked up. */
const maxMentions = 50;
/** A caller repeats the invitation while it rings. */
const ringLifeMs = 60_000;
const maxRings = 10_000;

/**
 * OpenIM's offline push: to each device of a receiver that has no connection, unless the user has muted the chat or
 * everything, or the message itself asks for no push. A call rings once: for its invitation, or for the record that the
 * caller stores for a user who is offline. The caller repeats the invitation, so an app that opens in time receives it.
 * A cancel ends the ring. Names come from accounts and groups. A push lets the browser act on it, except where messages
 * disappear. A browser that has declined a call hears no more of it.
 */
export function createOfflinePush(deps: {
  now: () => number;
  webPush: WebPush;
  users: Users;
  friends: Friends;
  groups: Groups;
  conversations: Conversations;
  messages: Messages;
  readCursors: ReadCursors;
  reading: Reading;
  isConnected: (userID: string, platformID: number) => boolean;
  /** Rejects a call again that the user has declined. `signal` is the data of the reject. */
  rejectAgain: (userID: string, peerID: string, signal: string) => void;
}): OfflinePush {
  const { webPush, users, friends, groups, conversations } = deps;
  /** The calls that rang in the last minute, the oldest first. */
  const rings = new Map<string, { at: number; isOver: boolean }>();

  function ringOf(key: string) {
    const ring = rings.get(key);
    return ring && deps.now() - ring.at < ringLifeMs ? ring : undefined;
  }

  function noteRing(key: string): void {
    rings.delete(key);
    rings.set(key, { at: deps.now(), isOver: false });
    const [oldest] = rings.keys();
    if (rings.size > maxRings && oldest !== undefined) rings.delete(oldest);
  }

  function namesIn({ groupID, sendID, atUserIDList }: MsgData) {
    const ids = [sendID, ...atUserIDList.slice(0, maxMentions)].filter((id) => id !== atAllTag);
    const names = new Map(users.getMany(ids).map(({ userID, nickname }) => [userID, nickname]));
    if (groupID !== "")
      for (const { userID, nickname } of groups.members(groupID, ids)) names.set(userID, nickname);
    return names;
  }

  /** The devices to push to, with the user's settings of the conversation. */
  function listening(
    { sendID }: MsgData,
    conversationID: string,
    receivers: Iterable<string>,
  ): { device: Subscription; row: Conversation | undefined }[] {
    const others = [...receivers].filter((userID) => userID !== sendID);
    const devices = webPush.subscriptions
      .of(others)
      .filter(({ userID, platformID }) => !deps.isConnected(userID, platformID));
    const owners = users.byID(devices.map(({ userID }) => userID));
    return devices.flatMap((device) => {
      const [row] = conversations.getMany(device.userID, [conversationID]);
      const isMuted = owners.get(device.userID)?.globalRecvMsgOpt !== 0 || (row?.recvMsgOpt ?? 0) !== 0;
      return isMuted ? [] : [{ device, row }];
    });
  }

  function nameFor(userID: string, sendID: string, names: ReadonlyMap<string, string>): string {
    const [friend] = friends.getMany(userID, [sendID]);
    return friend?.remark || names.get(sendID) || sendID;
  }

  /** Marks the records of a call as read that the user has declined, unless older messages are unread. */
  function readRecords(userID: string, conversationID: string, seq: number, roomID: string): void {
    const from = deps.readCursors.hasReadSeq(userID, conversationID) + 1;
    // The record of the ring, and that of the end.
    if (seq - from > 1) return;
    const unread = deps.messages.bySeqs(conversationID, [from, seq]);
    const isOfCall = unread.every(
      ({ contentType, content }) =>
        recordedCall(contentType, Buffer.from(content).toString("utf8"))?.roomID === roomID,
    );
    if (isOfCall) deps.reading.mark(userID, conversationID, seq, []);
  }

  return (message, conversationID, receivers, isStored) => {
    const { contentType, sendID, recvID, groupID, sendTime, sessionType } = message;
    const raw = Buffer.from(message.content).toString("utf8");
    const isSingle = sessionType === SessionType.single;
    const isMessage = isStored && message.options.offlinePush !== false;
    const news = isSingle ? callNews(contentType, raw) : null;
    const record = isSingle && isMessage ? recordedCall(contentType, raw) : null;
    const key = `${sendID} ${recvID} ${(news ?? record)?.roomID}`;
    const ring = ringOf(key);
    const declined = news || record ? webPush.grants.declined(recvID, (news ?? record)?.roomID ?? "") : [];
    const [first] = declined;
    if (first !== undefined && news?.state === "ringing")
      return deps.rejectAgain(recvID, sendID, first.signal);
    if (first !== undefined && record) readRecords(recvID, conversationID, message.seq, record.roomID);
    if (news?.state === "over" ? ring?.isOver !== false : news === null && !isMessage) return;
    const seconds = news?.state === "ringing" ? news.seconds : record?.seconds;
    const devices = listening(message, conversationID, receivers);
    if (devices.length === 0 || (seconds && ring)) return;
    if (seconds) noteRing(key);
    else if (news && ring) ring.isOver = true;
    const names = namesIn(message);
    const content =
      news?.state === "over"
        ? endedCall(news)
        : pushedContent(contentType, raw, (userID) => names.get(userID));
    const group = groupID === "" ? null : (groups.getMany([groupID])[0]?.groupName ?? "");
    const call = news ?? record;
    for (const { device, row } of devices) {
      const { endpoint, userID } = device;
      if (declined.some((one) => one.endpoint === endpoint)) continue;
      const told = { conversationID, sender: nameFor(userID, sendID, names), sendTime };
      const granted = { userID, conversationID, peerID: sendID, groupID, seq: 0, roomID: "", signal: "" };
      if (call && seconds) {
        const { roomID } = call;
        const signal = rejectOf({ ...call, seconds }, { inviterUserID: sendID, userID });
        const write = () => {
          const permit = webPush.grants.give(endpoint, { ...granted, roomID, signal }, seconds * 1000);
          return callNotice(device, { ...told, ...call, seconds, permit });
        };
        webPush.push(device, write, true);
      } else if (content !== null) {
        // The text would outlive a disappearing message.
        const isLasting = row?.isPrivateChat !== true;
        const { seq } = message;
        const write = () => {
          const permit =
            isStored && isLasting
              ? webPush.grants.give(endpoint, { ...granted, seq }, messageGrantMs)
              : undefined;
          const notice = { ...told, group, content, roomID: call?.roomID, permit };
          return messageNotice({ ...device, previews: device.previews && isLasting }, notice);
        };
        webPush.push(device, write);
      }
    }
  };
}
