import { useSelector } from "@xstate/react";
import type { Conversation } from "../../../machines/vocabulary/conversations.ts";
import { type ConversationsActor, useConversation } from "../../app/actors.tsx";

/** A chat as the list has it, or as it is open. */
export function useChatRow(
  conversations: ConversationsActor,
  conversationID: string,
): Conversation | undefined {
  const open = useSelector(useConversation(), (conversation) => conversation?.context.conversation ?? null);
  const listed = useSelector(conversations, ({ context }) =>
    context.rows.find((row) => row.conversationID === conversationID),
  );
  return listed ?? (open?.conversationID === conversationID ? open : undefined);
}
