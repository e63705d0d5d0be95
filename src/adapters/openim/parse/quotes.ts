import type { Conversation } from "../../../../machines/domain/conversation.ts";
import type { Message, QuotedMessage } from "../../../../machines/domain/message.ts";
import type { Rpc } from "../connection/rpc.ts";
import { parseMessages } from "./messages.ts";
import { findStoredMessages } from "./stored-message.ts";

/**
 * Removes the claimed text and author of a quote, which the sender of the reply can invent. Only the original's id
 * is kept; the original is read from this device's store.
 */
export function withoutClaims<One extends Message>(message: One): One {
  const quoted = quotedBy(message);
  return quoted ? quoting(message, unknownOriginal(quoted.clientMsgID)) : message;
}

/** {@link withoutClaims}, then fills in originals that are stored here or among `messages`. Never rejects. */
export async function withOriginals(rpc: Rpc, messages: readonly Message[]): Promise<Message[]> {
  const originals = new Map(await findOriginals(rpc, messages));
  return messages.map((message) => {
    const quoted = quotedBy(message);
    return quoted
      ? quoting(message, originals.get(quoted.clientMsgID) ?? unknownOriginal(quoted.clientMsgID))
      : message;
  });
}

/** Adds the message that the draft of the chat answers, if it is stored here. Never rejects. */
export async function withDraftReply(rpc: Rpc, conversation: Conversation): Promise<Conversation> {
  const { conversationID, draftReplyID } = conversation;
  if (draftReplyID === undefined) return conversation;
  const stored = await findStoredMessages(rpc, { conversationID, clientMsgIDs: [draftReplyID] }).catch(
    () => [],
  );
  const [draftReply] = parseMessages(stored, conversationID).map(withoutClaims);
  return draftReply ? { ...conversation, draftReply } : conversation;
}

async function findOriginals(
  rpc: Rpc,
  messages: readonly Message[],
): Promise<readonly (readonly [string, QuotedMessage])[]> {
  const wanted = new Map<string, Set<string>>();
  for (const message of messages) {
    const id = quotedBy(message)?.clientMsgID;
    if (!id) continue;
    const { conversationID } = message;
    wanted.set(conversationID, (wanted.get(conversationID) ?? new Set()).add(id));
  }
  const stored = await Promise.all(
    [...wanted].map(([conversationID, ids]) =>
      findStoredMessages(rpc, { conversationID, clientMsgIDs: [...ids] }).catch(() => []),
    ),
  );
  return parseMessages(stored.flat())
    .filter(({ burn }) => !burn)
    .map(({ clientMsgID, sendID, senderNickname, content }) => {
      const inner =
        content.type === "quote" || content.type === "at" ? { ...content, quoted: null } : content;
      return [clientMsgID, { clientMsgID, sendID, senderNickname, content: inner }];
    });
}

function quotedBy({ content }: Message): QuotedMessage | null {
  return (content.type === "quote" || content.type === "at") && content.quoted ? content.quoted : null;
}

function quoting<One extends Message>(message: One, quoted: QuotedMessage): One {
  const { content } = message;
  return content.type === "quote" || content.type === "at"
    ? { ...message, content: { ...content, quoted } }
    : message;
}

function unknownOriginal(clientMsgID: string): QuotedMessage {
  return { clientMsgID, sendID: "", senderNickname: "", content: null };
}
