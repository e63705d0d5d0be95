import * as v from "valibot";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { CallEntry, ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { CUSTOM_MESSAGE } from "../constants.ts";
import { parseConversations } from "../parse/conversations.ts";
import { parseMessage } from "../parse/messages.ts";
import { parseUser } from "../parse/people.ts";
import { RawMessage } from "../parse/stored-message.ts";
import { VIEW_HISTORY } from "../sync/history.ts";
import { conversationsOf, searchStored } from "../sync/stored-search.ts";
import { CALL_RECORD_KEYWORD, writeCallRecord } from "./call-record.ts";
import { writeSignal } from "./call-signals.ts";
import { writeGroupCallNotice } from "./group-call-notice.ts";

export type Calls = Pick<
  ImPort,
  "sendSignal" | "sendCallRing" | "sendGroupCallNotice" | "loadUser" | "loadCalls" | "fetchCalls"
>;

export interface CallAdapter {
  calls: Calls;
  /** Resolves when no signal is being sent. The end signal at sign-out goes before the logout (R20). */
  settled(): Promise<void>;
}

/** Milliseconds until a signal counts as not sent. During an outage the SDK itself would try for minutes. */
const SIGNAL_TIMEOUT = 10_000;

/** Chats and messages per chat to fetch for the call list, and the maximum wait in milliseconds. */
const RECENT_CHATS = 30;
const RECENT_MESSAGES = 60;
const FETCH_TIMEOUT = 10_000;

export interface CallDependencies {
  myUserID(): string | null;
  /** Receives a stored message that was sent here: the SDK reports it only to the user's other devices. */
  tell(message: Message): void;
}

export function createCalls(rpc: Rpc, { myUserID, tell }: CallDependencies): CallAdapter {
  const underWay = new Set<Promise<void>>();
  /** The user, the chats that were or are being read, and the running reads. */
  let fetched: { by: string; chats: Set<string>; reads: Set<Promise<boolean>> } | null = null;
  const send: Calls["sendSignal"] = async ({ to, signal }) => {
    const data = writeSignal(signal);
    const made = await rpc.call("createCustomMessage", { data, extension: "", description: "" });
    const message = v.safeParse(RawMessage, made);
    if (!message.success) throw new Failure("unknown");
    const sending = { recvID: to, groupID: "", message: message.output, isOnlineOnly: true };
    await inTime(rpc.call("sendMessage", sending), SIGNAL_TIMEOUT);
  };

  const store = async (
    to: { recvID: string; groupID: string },
    content: ReturnType<typeof writeCallRecord>,
  ) => {
    const made = v.safeParse(RawMessage, await rpc.call("createCustomMessage", content));
    if (!made.success) throw new Failure("unknown");
    const sent = parseMessage(await rpc.call("sendMessage", { ...to, message: made.output }));
    if (sent) tell(sent);
  };

  const calls: Calls = {
    sendCallRing: ({ userID, record }) =>
      inTime(store({ recvID: userID, groupID: "" }, writeCallRecord(record)), SIGNAL_TIMEOUT),
    sendGroupCallNotice: ({ groupID, notice }) =>
      store({ recvID: "", groupID }, writeGroupCallNotice(notice)),

    sendSignal(outgoing) {
      const sending = send(outgoing);
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },

    async loadUser({ userID }) {
      const users = await rpc.call("getUsersInfo", [userID]);
      const user = Array.isArray(users) && users.length > 0 ? parseUser(users[0]) : null;
      if (!user) throw new Failure("unknown");
      return user;
    },

    async loadCalls() {
      const me = myUserID();
      if (me === null) throw new Failure("sessionEnded");
      const records = await searchStored(rpc, {
        keyword: CALL_RECORD_KEYWORD,
        contentTypes: [CUSTOM_MESSAGE],
      });
      const conversations = await conversationsOf(rpc, records);
      return records
        .map((message) => entryOf(message, me, conversations.get(message.conversationID)))
        .filter((entry) => entry !== null)
        .sort((a, b) => b.endedAt - a.endedAt);
    },

    /**
     * Fetches recent pages of chats. A new device has only the newest message of each chat, and search covers only
     * the local store. Each chat is read once; a failed read is repeated by the next call.
     */
    async fetchCalls() {
      const me = myUserID();
      if (me === null) throw new Failure("sessionEnded");
      if (fetched?.by !== me) fetched = { by: me, chats: new Set(), reads: new Set() };
      const { chats, reads } = fetched;
      const page = { offset: 0, count: RECENT_CHATS };
      const rows = parseConversations(await rpc.call("getConversationListSplit", page));
      for (const { kind, conversationID } of rows) {
        if (kind !== "single" || chats.has(conversationID)) continue;
        chats.add(conversationID);
        const asked = {
          conversationID,
          startClientMsgID: "",
          count: RECENT_MESSAGES,
          viewType: VIEW_HISTORY,
        };
        const read = rpc.call("getAdvancedHistoryMessageList", asked).then(
          () => true,
          () => !chats.delete(conversationID),
        );
        reads.add(read);
        void read.finally(() => reads.delete(read));
      }
      if (reads.size === 0) return false;
      // after the timeout, some messages may have arrived
      const come = await inTime(Promise.all(reads), FETCH_TIMEOUT).catch(() => [true]);
      return come.includes(true);
    },
  };

  return {
    calls,
    async settled() {
      await Promise.allSettled(underWay);
    },
  };
}

/** Returns the call-list entry of a message, or null if it is not a call record. The conversation has the best name. */
function entryOf(message: Message, me: string, conversation: Conversation | undefined): CallEntry | null {
  const { clientMsgID, conversationID, content, sendID, recvID, sendTime } = message;
  if (content.type !== "callRecord") return null;
  const isOwn = sendID === me;
  const isOutgoing = isOwn !== (content.record.isByCallee ?? false);
  const userID = isOwn ? recvID : sendID;
  const asSent = isOwn
    ? { nickname: userID, faceURL: "" }
    : { nickname: message.senderNickname || userID, faceURL: message.senderFaceUrl };
  const peer = conversation
    ? { userID, nickname: conversation.showName || asSent.nickname, faceURL: conversation.faceURL }
    : { userID, ...asSent };
  return { clientMsgID, conversationID, peer, isOutgoing, record: content.record, endedAt: sendTime };
}

/** Resolves as `promise`, or rejects with `Failure("timeout")` after `milliseconds`. */
async function inTime<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure("timeout")), milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
