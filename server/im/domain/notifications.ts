import type { Database } from "../../store/database.ts";
import { MsgFrom, MsgStatus, SessionType } from "../protocol/constants.ts";
import { encodeMsgData, type MsgData } from "../protocol/messages.ts";
import type { Conversations } from "./conversations.ts";
import type { Groups } from "./groups.ts";
import {
  groupConversationID,
  groupStreamID,
  newMessageID,
  pairStreamID,
  singleConversationID,
} from "./ids.ts";
import type { Messages } from "./messages.ts";
import type { Pairs } from "./pairs.ts";
import type { Push } from "./push.ts";
import type { ReadCursors } from "./read-cursors.ts";

/** Input for a notification (protocol section 2.8). */
export interface NotificationInput {
  contentType: number;
  from: string;
  /** The other user (may equal `from`) or the group. */
  to: { userID: string } | { groupID: string; alsoTo?: readonly string[] };
  /** The tips object of section 4.7. */
  detail: object;
  /** Stored with a seq of its stream; else only pushed. */
  reliable?: boolean;
  /** Also stored in the chat as a tip. The acting user has read it. */
  chatCopy?: boolean;
  /** The flag that the real server sets for phone push. */
  offlinePush?: boolean;
  at?: number | undefined;
}

export type Notify = (input: NotificationInput) => void;

const notificationOptions = {
  isNotNotification: false,
  isSendMsg: false,
  history: false,
  persistent: false,
  offlinePush: false,
  unreadCount: false,
  conversationUpdate: false,
  senderSync: true,
  notPrivate: false,
  senderConversationUpdate: false,
  reactionFromCache: false,
};

export function createNotify(deps: {
  db: Database;
  now: () => number;
  groups: Groups;
  conversations: Conversations;
  messages: Messages;
  readCursors: ReadCursors;
  pairs: Pairs;
  push: Push;
  notificationFirst: () => boolean;
}): Notify {
  const { db, messages, push } = deps;

  function build(input: NotificationInput): MsgData {
    const time = input.at ?? deps.now();
    const group = "groupID" in input.to;
    const target = "groupID" in input.to ? input.to.groupID : input.to.userID;
    return {
      sendID: input.from,
      recvID: target,
      groupID: group ? target : "",
      clientMsgID: newMessageID(),
      serverMsgID: newMessageID(),
      senderPlatformID: 0,
      senderNickname: "",
      senderFaceURL: "",
      sessionType: group ? SessionType.group : SessionType.single,
      msgFrom: MsgFrom.system,
      contentType: input.contentType,
      content: tips(input.detail),
      seq: 0,
      sendTime: time,
      createTime: time,
      status: MsgStatus.tip,
      isRead: false,
      options: {
        ...notificationOptions,
        isSendMsg: input.chatCopy === true,
        offlinePush: input.offlinePush === true,
        history: input.reliable === true,
        persistent: input.reliable === true,
      },
      atUserIDList: [],
      attachedInfo: "",
      ex: "",
    };
  }

  function storeChatCopy({ from, to, offlinePush = false }: NotificationInput, message: MsgData) {
    const copy = { ...message, options: { offlinePush, unreadCount: true } };
    if (!("groupID" in to)) deps.conversations.createSingle(from, to.userID);
    const conversationID =
      "groupID" in to ? groupConversationID(to.groupID) : singleConversationID(from, to.userID);
    const stored = messages.append(conversationID, copy);
    deps.readCursors.markRead(from, conversationID, stored.seq);
    return stored;
  }

  return (input) => {
    db.transaction(() => {
      const { to, from } = input;
      const [streamID, conversationID] =
        "groupID" in to
          ? [groupStreamID(to.groupID), groupConversationID(to.groupID)]
          : [pairStreamID(from, to.userID), singleConversationID(from, to.userID)];
      const message = build(input);
      if (input.reliable === true && !("groupID" in to)) deps.pairs.claim(from, to.userID);
      const data =
        input.reliable === true ? messages.append(streamID, message).encoded : encodeMsgData(message);
      const copy = input.chatCopy === true ? storeChatCopy(input, message).encoded : undefined;
      db.afterCommit(() => {
        const receivers =
          "groupID" in to
            ? new Set([...deps.groups.memberIDs(to.groupID), ...(to.alsoTo ?? [])])
            : new Set([from, to.userID]);
        const pushNotification = () => push(receivers, { conversationID: streamID, data });
        const first = copy !== undefined && deps.notificationFirst();
        if (first) pushNotification();
        if (copy !== undefined) push(receivers, { conversationID, data: copy });
        if (!first) pushNotification();
      });
    })();
  };
}

/** Content of a notification: the tips object as a JSON string inside JSON. */
export function tips(detail: object): Uint8Array {
  return Buffer.from(JSON.stringify({ detail: JSON.stringify(detail) }));
}
