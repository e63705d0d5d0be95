import { useSelector } from "@xstate/react";
import type { ConversationActor } from "../../app/actors.tsx";

/** My place in the group of the conversation; undefined in other conversations and while it loads. */
export function useMembership(conversation: ConversationActor) {
  return useSelector(conversation, ({ children }) => children.membership);
}
