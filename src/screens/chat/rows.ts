import { withoutDoubles } from "../../../machines/calls/call-rules.ts";
import type { CallRecord } from "../../../machines/domain/call.ts";
import { authorOf, isNotice, type Message } from "../../../machines/domain/message.ts";
import type { Language } from "../../../machines/domain/platform-events.ts";
import { dayLabel, isSameDay } from "../../text/time.ts";

/** A message and what its neighbours make of it. Plain values, so that an unchanged row compares as unchanged. */
export interface MessageRowData {
  message: Message;
  /** One's own doing, on one's own side; a call one made is, too, where the callee wrote it down. */
  isOwn: boolean;
  /** The first and the last of what one person said in one go: one avatar and name, one time. */
  isFirst: boolean;
  isLast: boolean;
  /** The heading above it where a new day begins. */
  day: string | null;
  /** "Unread messages" stands above it. */
  isFirstUnread: boolean;
  /** Messages are missing above it; null where none are, or where they will be there in a moment. */
  hole: HoleState | null;
  /** The message it replies to, if it is here: to be scrolled to, and to say itself what it says. */
  original: Message | null;
}

/** Missing messages are on their way, or could not be loaded. */
export type HoleState = "loading" | "unfilled";

export interface RowsInput {
  messages: readonly Message[];
  selfID: string;
  /** clientMsgID of the first unread message, if known. */
  firstUnreadID: string | null;
  /** clientMsgIDs of the messages below holes, and how it stands with those. */
  holes?: Readonly<Record<string, HoleState>>;
  /** Any moment of the present day, in milliseconds since the epoch. */
  now: number;
  language: Language;
}

/** Silence that ends a group, in milliseconds. */
const GROUP_GAP = 5 * 60_000;

/** Lays out a conversation, oldest message first. Call signals are not part of what people said (3-77). */
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

/** Every row so far, by its message. */
export type KnownRows = WeakMap<Message, MessageRowData>;

/** The same rows, but one that says what it said before is the object it was before, and need not be drawn again. */
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

/** clientMsgID of the message a reply points at. */
function quotedID({ content }: Message): string | null {
  return content.type === "quote" || content.type === "at" ? (content.quoted?.clientMsgID ?? null) : null;
}

/**
 * Whether `message` belongs to the group `previous` is in. Only the two decide, so that older messages arriving above
 * never rearrange what is on screen.
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
