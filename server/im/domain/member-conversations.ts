import { Notification } from "../protocol/constants.ts";
import type { Conversations } from "./conversations.ts";
import type { Joining } from "./group-records.ts";
import type { Groups } from "./groups.ts";
import { groupConversationID, groupStreamID } from "./ids.ts";
import type { Notify } from "./notifications.ts";
import type { ReadCursors } from "./read-cursors.ts";

export type MemberConversations = ReturnType<typeof createMemberConversations>;

/** Updates the group conversation of users who join or leave (openim-real section 1, item 19). */
export function createMemberConversations(deps: {
  groups: Groups;
  conversations: Conversations;
  readCursors: ReadCursors;
  notify: Notify;
}) {
  const { groups, conversations, readCursors } = deps;

  /** Tells a user's devices to reload the conversation (1300). */
  function tellConversation(groupID: string, userID: string): void {
    deps.notify({
      contentType: Notification.conversationChanged,
      from: userID,
      to: { userID },
      detail: { userID, conversationIDList: [groupConversationID(groupID)] },
    });
  }

  return {
    tellConversation,

    /** Adds users. A user who returns also sees the messages sent in between, as new members see everything. */
    enter(groupID: string, userIDs: readonly string[], joining: Joining): void {
      groups.add(groupID, userIDs, joining);
      const conversationID = groupConversationID(groupID);
      for (const userID of userIDs) {
        if (conversations.getMany(userID, [conversationID]).length === 0) continue;
        for (const id of [conversationID, groupStreamID(groupID)]) readCursors.restore(userID, id);
        conversations.touch(userID, [conversationID]);
        tellConversation(groupID, userID);
      }
      conversations.createGroup(groupID, userIDs);
    },

    /** Ends the conversation of users who left at its present last message: the tip that they left. */
    close(groupID: string, userIDs: readonly string[]): void {
      const conversationID = groupConversationID(groupID);
      for (const userID of userIDs) {
        for (const id of [conversationID, groupStreamID(groupID)]) readCursors.endHere(userID, id);
        conversations.touch(userID, [conversationID]);
      }
    },
  };
}
