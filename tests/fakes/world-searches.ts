/** Message search in a world, as the SDK does it. */
import type { ConversationHits } from "../../machines/people/search-results.ts";
import type { World } from "./world.ts";

/** Returns the text messages with a keyword, grouped by conversation. */
export function foundIn({ conversations, messages }: World, keyword: string): ConversationHits[] {
  const hits = messages
    .filter(({ content }) => "text" in content && content.text.toLowerCase().includes(keyword.toLowerCase()))
    .sort((a, b) => b.sendTime - a.sendTime);
  return [...new Set(hits.map(({ conversationID }) => conversationID))].flatMap((conversationID) => {
    const conversation = conversations.find((one) => one.conversationID === conversationID);
    return conversation
      ? [{ conversation, messages: hits.filter((hit) => hit.conversationID === conversationID) }]
      : [];
  });
}
