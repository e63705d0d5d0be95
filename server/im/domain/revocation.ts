import { ApiError } from "../../http.ts";
import type { ReadBudget } from "../../rates.ts";
import type { Database } from "../../store/database.ts";
import { ContentType, ErrCode, GroupRole, Notification, SessionType } from "../protocol/constants.ts";
import { deletedForm, type MsgData } from "../protocol/messages.ts";
import type { Conversation, Conversations } from "./conversations.ts";
import type { Groups } from "./groups.ts";
import { groupOfConversation } from "./ids.ts";
import type { Messages } from "./messages.ts";
import { type Notify, tips } from "./notifications.ts";
import type { ReadCursors } from "./read-cursors.ts";
import type { Reading } from "./reading.ts";
import type { Users } from "./users.ts";

export interface DeleteScope {
  syncSelf: boolean;
  syncOther: boolean;
}

export type Revocation = ReturnType<typeof createRevocation>;

/** Revoking, deleting and clearing messages (protocol sections 3.3 and 4.4). */
export function createRevocation(deps: {
  db: Database;
  now: () => number;
  users: Users;
  groups: Groups;
  conversations: Conversations;
  messages: Messages;
  readCursors: ReadCursors;
  reading: Reading;
  readBudget: Pick<ReadBudget, "require" | "spend">;
  notify: Notify;
}) {
  const { db, messages, readCursors, notify } = deps;

  const audience = (conversation: Conversation) =>
    conversation.conversationType === SessionType.group
      ? { groupID: conversation.groupID }
      : { userID: conversation.userID };

  function isForeignGroup(userID: string, conversationID: string): boolean {
    const [group] = deps.groups.getMany([groupOfConversation(conversationID) ?? ""]);
    return group !== undefined && deps.groups.member(group.groupID, userID) === undefined;
  }

  function storedMessage(userID: string, conversationID: string, seq: number): MsgData {
    const position = readCursors.of(userID, conversationID);
    const [stored] = messages.bySeqs(conversationID, [seq]);
    if (stored === undefined || seq < position.minSeq || seq > position.maxSeq) {
      throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", "no such message");
    }
    return stored;
  }

  /**
   * The revoker's name and role in the conversation.
   * @throws ApiError 1002 unless the user is the sender, or ranks above the sender in a group
   */
  function revokerOf(userID: string, message: MsgData): { nickname: string; role: number } {
    if (message.sessionType === SessionType.single) {
      if (message.sendID !== userID) throw noPermission("not your message");
      return { nickname: deps.users.get(userID).nickname, role: 0 };
    }
    const revoker = deps.groups.member(message.groupID, userID);
    if (revoker === undefined) throw noPermission("not a member");
    const sender = deps.groups.member(message.groupID, message.sendID);
    const senderRole = sender?.roleLevel ?? GroupRole.member;
    if (message.sendID !== userID && revoker.roleLevel <= senderRole) throw noPermission("not your message");
    // The account name, as on the real server, not the name in the group.
    return { nickname: deps.users.get(userID).nickname, role: revoker.roleLevel };
  }

  /** Replaces a message by its 2101 form for all users and notifies them. */
  function revoke(userID: string, conversationID: string, seq: number): void {
    if (isForeignGroup(userID, conversationID)) throw noPermission("op user not in group");
    const conversation = deps.reading.ownConversation(userID, conversationID);
    const message = storedMessage(userID, conversationID, seq);
    if (message.contentType === ContentType.revoked) {
      throw new ApiError(ErrCode.alreadyRevoked, "MsgAlreadyRevoke");
    }
    const revoker = revokerOf(userID, message);
    const revokeTime = deps.now();
    const revoked: MsgData = {
      ...message,
      contentType: ContentType.revoked,
      content: tips({
        revokerID: userID,
        revokerRole: revoker.role,
        clientMsgID: message.clientMsgID,
        revokerNickname: revoker.nickname,
        revokeTime,
        sourceMessageSendTime: message.sendTime,
        sourceMessageSendID: message.sendID,
        sourceMessageSenderNickname: message.senderNickname,
        sessionType: message.sessionType,
        seq,
        ex: message.ex,
      }),
    };
    messages.replace(conversationID, revoked);
    notify({
      contentType: Notification.revoked,
      from: userID,
      to: audience(conversation),
      reliable: true,
      detail: {
        revokerUserID: userID,
        clientMsgID: message.clientMsgID,
        revokeTime,
        // The protocol's spelling.
        sesstionType: message.sessionType,
        seq,
        conversationID,
        isAdminRevoke: false,
      },
    });
  }

  /**
   * Deletes messages for the user, or with `syncOther` the user's own messages for all. Ignores conversations of
   * others.
   * @throws ApiError 1002 when asked to delete another user's message for all, or in a group the user is not in; 20005
   * when the user has read too much
   */
  function deleteMessages(userID: string, conversationID: string, seqs: number[], scope: DeleteScope): void {
    const [conversation] = deps.conversations.getMany(userID, [conversationID]);
    if (conversation === undefined) return;
    const position = readCursors.of(userID, conversationID);
    const visible = seqs.filter((seq) => seq >= position.minSeq && seq <= position.maxSeq);
    const detail = { userID, conversationID, seqs: visible };
    const notification = { contentType: Notification.messagesDeleted, from: userID, detail };
    if (scope.syncOther) {
      // As with revoking: a non-member cannot change a group.
      if (isForeignGroup(userID, conversationID)) throw noPermission("op user not in group");
      const sizes = messages.sizes(conversationID, visible);
      deps.readBudget.require(userID);
      deps.readBudget.spend(
        userID,
        sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      );
      // One by one: all together may be gigabytes.
      for (const { seq } of sizes) {
        const [message] = messages.bySeqs(conversationID, [seq]);
        if (message === undefined) continue;
        if (message.sendID !== userID) throw noPermission("not your message");
        messages.replace(conversationID, deletedForm(message));
      }
      notify({ ...notification, to: audience(conversation), reliable: true });
      return;
    }
    messages.deleteFor(userID, conversationID, visible);
    if (scope.syncSelf) notify({ ...notification, to: { userID }, reliable: true });
  }

  /**
   * Hides the whole history of the user's conversations from the user.
   * @throws ApiError 1002 when asked to clear them for all: they contain other users' messages
   */
  function clear(userID: string, asked: readonly string[], scope: DeleteScope): void {
    if (scope.syncOther) throw noPermission("other people's messages are not yours to clear");
    const conversationIDs = deps.conversations.getMany(userID, asked).map((own) => own.conversationID);
    for (const id of conversationIDs) {
      const { maxSeq } = readCursors.of(userID, id);
      readCursors.hideBefore(userID, id, maxSeq + 1);
      readCursors.markRead(userID, id, maxSeq);
    }
    if (conversationIDs.length === 0) return;
    deps.conversations.touch(userID, conversationIDs);
    const to = { userID };
    notify({
      contentType: Notification.conversationChanged,
      from: userID,
      to,
      detail: { userID, conversationIDList: conversationIDs },
    });
    if (!scope.syncSelf) return;
    notify({
      contentType: Notification.conversationCleared,
      from: userID,
      to,
      detail: { userID, conversationIDs },
    });
  }

  return {
    revoke: db.transaction(revoke),
    deleteMessages: db.transaction(deleteMessages),
    clear: db.transaction(clear),
  };
}

const noPermission = (detail: string) => new ApiError(ErrCode.noPermission, "NoPermissionError", detail);
