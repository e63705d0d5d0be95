import { useSelector } from "@xstate/react";
import { mayLookAt } from "../../../machines/domain/group.ts";
import { type ConversationActor, useConversation } from "../../shell/actors.tsx";

/** Undefined outside groups and while it loads. */
export function useMembership(conversation: ConversationActor) {
  return useSelector(conversation, ({ children }) => children.membership);
}

/** False until the group is loaded (6-04, 6-05). */
export function useMayLookAt(userID: string): boolean {
  const membership = useSelector(useConversation(), (conversation) => conversation?.children.membership);
  return useSelector(membership, (snapshot) => {
    const { group = null, member: me = null } = snapshot?.context ?? {};
    return group !== null && mayLookAt({ group, me }, userID, me?.userID ?? "");
  });
}
