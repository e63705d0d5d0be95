import { useSelector } from "@xstate/react";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { useConversation, useConversations } from "../../shell/actors.tsx";

/** The group's chat in the list, else the open one: the list has only the loaded pages. */
export function useGroupChat(groupID: string): Conversation | undefined {
  const isChat = (row: Conversation) => row.kind === "group" && row.groupID === groupID;
  const open = useSelector(useConversation(), (conversation) => conversation?.context.conversation);
  const listed = useSelector(useConversations(), (list) => list?.context.rows.find(isChat));
  return listed ?? (open && isChat(open) ? open : undefined);
}
