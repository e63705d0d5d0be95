import { useSelector } from "@xstate/react";
import type { Conversation } from "../../machines/domain/conversation.ts";
import { useConversation, useConversations } from "./actors.tsx";

/** Returns the conversation if it is open or in the list, else null. */
export function useConversationOf(conversationID: string | null): Conversation | null {
  const open = useSelector(useConversation(), (actor) => actor?.context.conversation);
  const listed = useSelector(useConversations(), (list) =>
    list?.context.rows.find((row) => row.conversationID === conversationID),
  );
  return (open?.conversationID === conversationID ? open : listed) ?? null;
}
