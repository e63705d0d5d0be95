import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, Notification, SessionType } from "../protocol/constants.ts";
import type { Blacks } from "./blacks.ts";
import type { Conversation, ConversationChanges, Conversations } from "./conversations.ts";
import type { Friends } from "./friends.ts";
import type { Groups } from "./groups.ts";
import { groupConversationID, singleConversationID } from "./ids.ts";
import type { Notify } from "./notifications.ts";
import type { Stored } from "./stored.ts";
import type { Users } from "./users.ts";

export interface ConversationTarget {
  conversationID: string;
  conversationType: number;
  userID: string;
  groupID: string;
}

export type SetConversation = (
  userID: string,
  target: ConversationTarget,
  changes: ConversationChanges,
) => void;

/**
 * Changes a user's settings of a conversation (1300 to the user's devices). The private chat switch is on both
 * records and notifies both by a 1701 tip instead, changed or not (protocol section 4.3).
 * @throws ApiError 1002 when the conversation is not the user's, and for the private chat switch when the peer has
 * neither the conversation nor the user as a friend; 1302 when the peer blocks the user; 1001 when the user stores
 * too much
 */
export function createSetConversation(deps: {
  db: Database;
  users: Users;
  friends: Friends;
  blacks: Blacks;
  groups: Groups;
  conversations: Conversations;
  stored: Stored;
  notify: Notify;
}): SetConversation {
  const { db, conversations, groups, notify } = deps;

  function record(userID: string, target: ConversationTarget): Conversation {
    const find = () => conversations.getMany(userID, [target.conversationID])[0];
    const existing = find();
    if (existing !== undefined) return existing;
    const { conversationID } = target;
    if (target.conversationType === SessionType.group) {
      if (
        conversationID === groupConversationID(target.groupID) &&
        groups.member(target.groupID, userID) !== undefined
      ) {
        conversations.createGroup(target.groupID, [userID]);
      }
    } else if (conversationID === singleConversationID(userID, target.userID)) {
      deps.users.get(target.userID);
      conversations.openSingle(userID, target.userID);
    }
    const made = find();
    if (made === undefined) {
      throw new ApiError(ErrCode.noPermission, "NoPermissionError", "not your conversation");
    }
    return made;
  }

  function tell(userID: string, conversationID: string): void {
    notify({
      contentType: Notification.conversationChanged,
      from: userID,
      to: { userID },
      detail: { userID, conversationIDList: [conversationID] },
    });
  }

  /** @throws ApiError 1302, 1002 unless the user may set the switch for the peer too */
  function requirePeer(userID: string, peer: string, conversationID: string): void {
    if (deps.blacks.blocks(peer, userID)) throw new ApiError(ErrCode.blockedByPeer, "BlockedByPeer");
    if (conversations.getMany(peer, [conversationID]).length > 0 || deps.friends.isFriend(peer, userID))
      return;
    throw new ApiError(
      ErrCode.noPermission,
      "NoPermissionError",
      "no conversation and no friend of the peer",
    );
  }

  return db.transaction((userID: string, target: ConversationTarget, changes: ConversationChanges) => {
    const { conversationID, userID: peer } = record(userID, target);
    const { isPrivateChat: wanted, ...own } = changes;
    deps.stored.requireRoom(userID, own.ex, own.attachedInfo);
    if (peer !== "" && wanted !== undefined) requirePeer(userID, peer, conversationID);
    if (conversations.update(userID, conversationID, own)) tell(userID, conversationID);
    if (peer === "" || wanted === undefined) return;
    conversations.createSingle(userID, peer);
    for (const owner of new Set([userID, peer])) {
      conversations.update(owner, conversationID, { isPrivateChat: wanted });
    }
    notify({
      contentType: Notification.privateChatSet,
      from: userID,
      to: { userID: peer },
      chatCopy: true,
      detail: { recvID: peer, sendID: userID, isPrivate: wanted, conversationID },
    });
  });
}
