import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import {
  atAllTag,
  ContentType,
  ErrCode,
  firstNotificationType,
  GroupAtType,
  GroupRole,
  GroupStatus,
  MsgFrom,
  MsgStatus,
  Notification,
  ReceiveOption,
  SessionType,
} from "../protocol/constants.ts";
import { encodeMsgData, type MsgData, maxMessageBytes } from "../protocol/messages.ts";
import type { Blacks } from "./blacks.ts";
import type { Conversations } from "./conversations.ts";
import { isManager } from "./group-rights.ts";
import type { Groups } from "./groups.ts";
import { groupConversationID, newMessageID, singleConversationID } from "./ids.ts";
import type { Messages } from "./messages.ts";
import type { Notify } from "./notifications.ts";
import type { OfflinePush } from "./offline-push.ts";
import type { Pairs } from "./pairs.ts";
import type { Push } from "./push.ts";
import type { ReadCursors } from "./read-cursors.ts";
import type { Senders } from "./senders.ts";
import type { UserInfo, Users } from "./users.ts";

/** The answer to the sender (SendMsgResp). */
export interface SendResult {
  serverMsgID: string;
  clientMsgID: string;
  /** ms since epoch. */
  sendTime: number;
}

export type Send = (message: MsgData, origin?: { at?: number }) => SendResult;

/**
 * Sending messages: permission rules, dedupe by clientMsgID, storage, @-marks and push (protocol sections 2.2, 2.7, 3
 * and 4.5). Returns the result after the commit.
 */
export function createSend(deps: {
  db: Database;
  now: () => number;
  users: Users;
  blacks: Blacks;
  groups: Groups;
  conversations: Conversations;
  messages: Messages;
  readCursors: ReadCursors;
  senders: Senders;
  pairs: Pairs;
  notify: Notify;
  push: Push;
  offlinePush: OfflinePush;
}): Send {
  const { db, groups, conversations, messages, push } = deps;

  function requireSingleRights(message: MsgData): void {
    const peer = deps.users.find(message.recvID);
    if (peer === undefined) {
      throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", message.recvID);
    }
    if (deps.blacks.blocks(message.recvID, message.sendID)) {
      throw new ApiError(ErrCode.blockedByPeer, "BlockedByPeer");
    }
    deps.pairs.require(message.sendID, message.recvID);
    if (!receives(peer, singleConversationID(message.sendID, message.recvID))) {
      throw argsError("message is not sent");
    }
  }

  /** The option for all chats is before that of the chat, as with OpenIM. */
  function receives({ userID, globalRecvMsgOpt }: UserInfo, conversationID: string): boolean {
    if (globalRecvMsgOpt !== ReceiveOption.receive) return globalRecvMsgOpt !== ReceiveOption.none;
    const [conversation] = conversations.getMany(userID, [conversationID]);
    return conversation?.recvMsgOpt !== ReceiveOption.none;
  }

  function requireGroupRights(message: MsgData): void {
    const group = groups.get(message.groupID);
    if (group.status === GroupStatus.dismissed) {
      throw new ApiError(ErrCode.groupDismissed, "DismissedAlreadyError");
    }
    const member = groups.member(message.groupID, message.sendID);
    if (member === undefined) throw new ApiError(ErrCode.noPermission, "NoPermissionError", "not a member");
    if (member.roleLevel === GroupRole.owner) return;
    if (member.muteEndTime > deps.now()) throw new ApiError(ErrCode.memberMuted, "MutedInGroup");
    if (group.status === GroupStatus.muted && member.roleLevel !== GroupRole.admin) {
      throw new ApiError(ErrCode.groupMuted, "MutedGroup");
    }
  }

  function earlierResult(conversationID: string, message: MsgData): SendResult | undefined {
    const earlier = messages.findByClientMsgID(conversationID, message.clientMsgID);
    if (earlier === undefined) return undefined;
    if (earlier.sendID !== message.sendID) throw argsError("clientMsgID is taken");
    return earlier;
  }

  function store(conversationID: string, message: MsgData) {
    const stored = messages.append(conversationID, message);
    if (stored.seq === 1 && message.sessionType === SessionType.single) {
      conversations.createSingle(message.sendID, message.recvID);
    }
    deps.readCursors.markRead(message.sendID, conversationID, stored.seq);
    if (message.contentType === ContentType.atText && message.groupID !== "") markMentions(message);
    return stored;
  }

  function markMentions(message: MsgData): void {
    const named = new Set(message.atUserIDList);
    const sender = groups.member(message.groupID, message.sendID);
    // Only managers can mention all; from others it is plain text.
    const all = named.delete(atAllTag) && sender !== undefined && isManager(sender);
    const others = groups.memberIDs(message.groupID).filter((member) => member !== message.sendID);
    const mark = all ? GroupAtType.all : GroupAtType.none;
    setMark(
      message.groupID,
      others.filter((member) => named.has(member)),
      mark + GroupAtType.me,
    );
    if (all)
      setMark(
        message.groupID,
        others.filter((member) => !named.has(member)),
        mark,
      );
  }

  function setMark(groupID: string, members: readonly string[], groupAtType: number): void {
    const conversationID = groupConversationID(groupID);
    // Most have the mark already when one message follows another.
    for (const member of conversations.withoutMark(members, conversationID, groupAtType)) {
      if (!conversations.update(member, conversationID, { groupAtType })) continue;
      const detail = { userID: member, conversationIDList: [conversationID] };
      deps.notify({
        contentType: Notification.conversationChanged,
        from: member,
        to: { userID: member },
        detail,
      });
    }
  }

  function receivers(message: MsgData): Iterable<string> {
    const group = message.sessionType === SessionType.group;
    const ids = new Set(group ? groups.memberIDs(message.groupID) : [message.recvID, message.sendID]);
    if (message.options.senderSync === false) ids.delete(message.sendID);
    return ids;
  }

  return (input, { at } = {}) => {
    checkShape(input);
    const single = input.sessionType === SessionType.single;
    const conversationID = single
      ? singleConversationID(input.sendID, input.recvID)
      : groupConversationID(input.groupID);
    const message = deps.senders.named({
      ...input,
      // The unused target is cleared: it could lead clients to another conversation than the server's.
      ...(single ? { groupID: "" } : { recvID: "" }),
      serverMsgID: newMessageID(),
      msgFrom: MsgFrom.user,
      sendTime: at ?? deps.now(),
      seq: 0,
      status: MsgStatus.sending,
      isRead: false,
      options: messageOptions(input.options),
    });
    return db.transaction((): SendResult => {
      if (single) requireSingleRights(message);
      else requireGroupRights(message);
      const earlier = earlierResult(conversationID, message);
      if (earlier !== undefined) return earlier;
      const kept = message.options.history !== false;
      const sent = kept ? store(conversationID, message) : { ...message, encoded: encodeMsgData(message) };
      db.afterCommit(() => {
        push(receivers(message), { conversationID, data: sent.encoded });
        deps.offlinePush(sent, conversationID, receivers(sent), kept);
      });
      return sent;
    })();
  };
}

/** Refuses messages that no real client sends, and notification types, which are the server's. */
function checkShape(message: MsgData): void {
  if (!/^[\w-]{1,64}$/.test(message.clientMsgID)) throw argsError("clientMsgID is malformed");
  if (encodeMsgData(message).length > maxMessageBytes) throw argsError("message is too large");
  if (message.contentType < 100 || message.contentType >= firstNotificationType) {
    throw argsError("contentType cannot be sent");
  }
  const { sessionType, recvID, groupID } = message;
  if (sessionType !== SessionType.single && sessionType !== SessionType.group) {
    throw argsError("sessionType cannot be sent to");
  }
  const target = sessionType === SessionType.single ? recvID : groupID;
  if (target === "") throw argsError("recipient is missing");
}

function messageOptions(options: Record<string, boolean>): Record<string, boolean> {
  const { isNotNotification: _stream, isSendMsg: _copy, ...rest } = options;
  return rest;
}

const argsError = (detail: string) => new ApiError(ErrCode.args, "ArgsError", detail);
