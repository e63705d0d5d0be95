import * as v from "valibot";
import type { MergedHistory, MergedMessage } from "../../../../machines/domain/attachment.ts";
import type { MessageContent } from "../../../../machines/domain/message.ts";
import { line, upTo } from "./attachments.ts";
import { id, optionalString } from "./parsing.ts";

/** So many messages of a forwarded piece are read, and so many lines of what it says in short. */
const MAX_MESSAGES = 200;
const MAX_LINES = 4;
/** How deep pieces lie in pieces; of one deeper than that only title and lines are read. */
const MAX_DEPTH = 3;
/** The last moment a date can be. */
const MAX_TIME = 8.64e15;

const Merge = v.object({
  title: line,
  abstractList: v.fallback(v.array(v.unknown()), []),
  multiMessage: v.fallback(v.array(v.unknown()), []),
});
const Inner = v.object({
  clientMsgID: id,
  sendID: optionalString,
  senderNickname: line,
  sendTime: upTo(MAX_TIME),
  createTime: upTo(MAX_TIME),
  contentType: v.number(),
});

/** Reads what one message says; `depth` is how many forwarded pieces it lies in. */
export type ReadContent = (contentType: number, message: unknown, depth: number) => MessageContent;

/** A forwarded piece of a conversation, or undefined. A broken message in it is skipped, and one that comes twice. */
export function readMerged(raw: unknown, depth: number, readContent: ReadContent): MergedHistory | undefined {
  const merge = v.safeParse(Merge, raw);
  if (!merge.success) return undefined;
  const { title, abstractList, multiMessage } = merge.output;
  const messages = new Map<string, MergedMessage>();
  for (const inner of depth < MAX_DEPTH ? multiMessage.slice(0, MAX_MESSAGES) : []) {
    const message = readMessage(inner, depth + 1, readContent);
    if (message) messages.set(message.clientMsgID, message);
  }
  return {
    title,
    lines: abstractList
      .map((words) => v.parse(line, words))
      .filter((words) => words !== "")
      .slice(0, MAX_LINES),
    messages: [...messages.values()],
  };
}

function readMessage(raw: unknown, depth: number, readContent: ReadContent): MergedMessage | null {
  const inner = v.safeParse(Inner, raw);
  if (!inner.success) return null;
  const { createTime, contentType, ...message } = inner.output;
  const content = readContent(contentType, raw, depth);
  return { ...message, sendTime: message.sendTime || createTime, content };
}
