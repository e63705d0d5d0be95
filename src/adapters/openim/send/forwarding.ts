import type { MessageItem } from "@openim/wasm-client-sdk";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { MessageKey } from "../../../../machines/domain/message.ts";
import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import type { Rpc } from "../connection/rpc.ts";
import { findStoredMessage } from "../parse/stored-message.ts";

type Forwarded = Extract<OutgoingAttachment, { type: "forward" | "merged" }>;

/** OpenIM's content type of a revoked message, and its status of a sent message. */
const REVOKED = 2101;
const SENT = 2;

/**
 * Maximum UTF-16 units of text in a merged history. Together with the other fields it must fit into one frame of the
 * server (51 200 bytes).
 */
const MOST_WORDS = 12_000;

export async function makeForwarded(rpc: Rpc, enclosure: Forwarded): Promise<unknown> {
  if (enclosure.type === "forward") {
    const [source] = await sourcesOf(rpc, [enclosure.source]);
    if (!source) throw new Failure("unknown");
    return rpc.call("createForwardMessage", source);
  }
  const messages = await sourcesOf(rpc, enclosure.sources);
  if (messages.length === 0) throw new Failure("unknown");
  return rpc.call("createMergerMessage", {
    messageList: shortened(messages),
    title: enclosure.title,
    summaryList: [...enclosure.lines],
  });
}

/** Returns the messages that are still stored and sent. Messages revoked in the meantime are left out. */
async function sourcesOf(rpc: Rpc, keys: readonly MessageKey[]): Promise<MessageItem[]> {
  const found = await Promise.all(keys.map((key) => findStoredMessage(rpc, key)));
  return found.filter(
    (message): message is MessageItem =>
      message !== null && message.contentType !== REVOKED && message.status === SENT,
  );
}

/** Cuts the longest texts if the total is too long, also those of merged histories, and removes all quotes. */
function shortened(messages: readonly MessageItem[]): MessageItem[] {
  const lengths = messages.flatMap(textLengths);
  const total = (most: number) => lengths.reduce((sum, length) => sum + Math.min(length, most), 0);
  let most = Math.max(0, ...lengths);
  while (most > 1 && total(most) > MOST_WORDS) most = Math.floor(most / 2);
  return messages.map((message) => cut(message, most));
}

function textLengths(message: MessageItem): number[] {
  const { textElem, quoteElem, atTextElem } = message;
  const text = textElem?.content ?? quoteElem?.text ?? atTextElem?.text ?? "";
  return [text.length, ...innerMessages(message).flatMap(textLengths)];
}

/** The messages of a merged history. Any client can send a list with empty entries. */
function innerMessages({ mergeElem }: MessageItem): MessageItem[] {
  const list: readonly (MessageItem | null)[] = mergeElem?.multiMessage ?? [];
  return list.filter((inner) => inner !== null);
}

function cut(message: MessageItem, most: number): MessageItem {
  const { textElem, quoteElem, atTextElem, mergeElem } = message;
  const short = (words: string) =>
    words.length > most ? `${words.slice(0, most).replace(HALF_CHARACTER, "")}…` : words;
  const copy = { ...message };
  if (textElem) copy.textElem = { content: short(textElem.content) };
  if (mergeElem)
    copy.mergeElem = {
      ...mergeElem,
      multiMessage: innerMessages(message).map((inner) => cut(inner, most)),
    };
  if (quoteElem) Object.assign(copy, { quoteElem: { text: short(quoteElem.text) } });
  if (atTextElem) {
    const { quoteMessage: _, ...rest } = atTextElem;
    Object.assign(copy, { atTextElem: { ...rest, text: short(atTextElem.text) } });
  }
  return copy;
}

const HALF_CHARACTER = /[\ud800-\udbff]$/;
