import { useSelector } from "@xstate/react";
import { mayLookAt } from "../../../machines/domain/group.ts";
import { type ConversationActor, useConversation } from "../../shell/actors.tsx";

/** My place in the group of the conversation; undefined in other conversations and while it loads. */
export function useMembership(conversation: ConversationActor) {
  return useSelector(conversation, ({ children }) => children.membership);
}

/** Whether somebody's card opens from the chat of a group (6-04, 6-05); not before it is known what group it is. */
export function useMayLookAt(userID: string): boolean {
  const membership = useSelector(useConversation(), (conversation) => conversation?.children.membership);
  return useSelector(membership, (snapshot) => {
    const { group = null, member: me = null } = snapshot?.context ?? {};
    return group !== null && mayLookAt({ group, me }, userID, me?.userID ?? "");
  });
}
