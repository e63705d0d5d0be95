import * as v from "valibot";
import type { MergedHistory, MergedMessage, MessageContent } from "../../../../machines/domain/message.ts";
import { line, upTo } from "./attachments.ts";
import { id, optionalString } from "./parsing.ts";

/** Maximum messages and summary lines that are read from a merged history. */
const MAX_MESSAGES = 200;
const MAX_LINES = 4;
/** Maximum nesting. Below that, only title and summary lines are read. */
const MAX_DEPTH = 3;
/** The largest time value of a Date. */
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

/** Parses a message's content. `depth` is the number of merged histories around it. */
export type ReadContent = (contentType: number, message: unknown, depth: number) => MessageContent;

/** Parses a merged history, or returns undefined. Broken and repeated messages in it are skipped. */
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
