import { withoutDoubles } from "../../../machines/calls/call-rules.ts";
import type { CallRecord } from "../../../machines/domain/call.ts";
import { authorOf, isNotice, type Message } from "../../../machines/domain/message.ts";
import type { Language } from "../../../machines/domain/platform-events.ts";
import { dayLabel, isSameDay } from "../../text/time.ts";

/** A message with its layout. Plain values, so that an unchanged row compares as equal. */
export interface MessageRowData {
  message: Message;
  /** Shown on the user's side. Includes a call that the user made and the callee recorded. */
  isOwn: boolean;
  /** First and last message of a group by one author. A group has one avatar and name, and one time. */
  isFirst: boolean;
  isLast: boolean;
  /** Heading above the first message of a day. */
  day: string | null;
  /** "Unread messages" stands above it. */
  isFirstUnread: boolean;
  /** State of the missing messages above it. Null if none are missing or if they load within a moment. */
  hole: HoleState | null;
  /** The message that it replies to, if loaded. The quote then shows the current content and can scroll there. */
  original: Message | null;
}

export type HoleState = "loading" | "unfilled";

export interface RowsInput {
  messages: readonly Message[];
  selfID: string;
  /** clientMsgID of the first unread message, if known. */
  firstUnreadID: string | null;
  /** State of each gap, by the clientMsgID of the message below it. */
  holes?: Readonly<Record<string, HoleState>>;
  /** Any time of the current day, in milliseconds since the epoch. */
  now: number;
  language: Language;
}

/** A longer pause ends a group, in milliseconds. */
const GROUP_GAP = 5 * 60_000;

/**
 * Lays out a conversation, oldest message first. Leaves out call signals, which are not messages for the user (3-77).
 */
export function layOutRows(input: RowsInput): MessageRowData[] {
  const { messages, selfID, firstUnreadID, holes = {}, now, language } = input;
  const visible = withoutDoubles(messages, recordIn).filter((message) => !isCallSignal(message));
  const known = new Map(visible.map((message) => [message.clientMsgID, message]));
  const continues = visible.map((message, index) =>
    continuesGroup(visible[index - 1], message, firstUnreadID),
  );
  return visible.map((message, index) => {
    const previous = visible[index - 1];
    const isNewDay = !previous || !isSameDay(previous.sendTime, message.sendTime);
    return {
      message,
      isOwn: authorOf(message) === selfID,
      isFirst: !continues[index],
      isLast: !continues[index + 1],
      day: isNewDay ? dayLabel(message.sendTime, now, language) || null : null,
      isFirstUnread: message.clientMsgID === firstUnreadID,
      hole: holes[message.clientMsgID] ?? null,
      original: known.get(quotedID(message) ?? "") ?? null,
    };
  });
}

export type KnownRows = WeakMap<Message, MessageRowData>;

/** Replaces each row that did not change by the object from before, so that React does not draw it again. */
export function keepKnown(rows: readonly MessageRowData[], known: KnownRows): readonly MessageRowData[] {
  return rows.map((row) => {
    const before = known.get(row.message);
    if (before && isSameRow(before, row)) return before;
    known.set(row.message, row);
    return row;
  });
}

function isSameRow(a: MessageRowData, b: MessageRowData): boolean {
  return Object.entries(a).every(([name, value]) => Reflect.get(b, name) === value);
}

function quotedID({ content }: Message): string | null {
  return content.type === "quote" || content.type === "at" ? (content.quoted?.clientMsgID ?? null) : null;
}

/**
 * Whether `message` belongs to the group of `previous`. It depends on these two only, so that older messages that load
 * above never rearrange the rows on screen.
 */
function continuesGroup(
  previous: Message | undefined,
  message: Message,
  firstUnreadID: string | null,
): boolean {
  return (
    previous !== undefined &&
    authorOf(previous) === authorOf(message) &&
    message.clientMsgID !== firstUnreadID &&
    !isNotice(previous.content) &&
    !isNotice(message.content) &&
    Math.abs(message.sendTime - previous.sendTime) <= GROUP_GAP &&
    isSameDay(previous.sendTime, message.sendTime)
  );
}

function recordIn({ content }: Message): CallRecord | null {
  return content.type === "callRecord" ? content.record : null;
}

function isCallSignal({ content }: Message): boolean {
  const customType = content.type === "custom" ? content.customType : null;
  return customType !== null && customType >= 200 && customType <= 204;
}
