import { useSelector } from "@xstate/react";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { type ConversationsActor, useConversation } from "../../shell/actors.tsx";

/** The chat in the list, else the open one. */
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
