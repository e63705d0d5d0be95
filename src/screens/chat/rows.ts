import { withoutDoubles } from "../../../machines/calls/call-rules.ts";
import { type Album, albumOf, albumRuns } from "../../../machines/domain/album.ts";
import type { CallRecord } from "../../../machines/domain/call.ts";
import { endedCalls, type SentNotice } from "../../../machines/domain/group-call-row.ts";
import type { Language } from "../../../machines/domain/language.ts";
import { authorOf, isNotice, type Message, type MessageContent } from "../../../machines/domain/message.ts";
import { dayLabel, isSameDay } from "../../text/time.ts";

/** Plain values, so that an unchanged row compares as equal. */
export interface MessageRowData {
  /** The first one of an album. */
  message: Message;
  /** Null for a single message. */
  album: Album | null;
  /** Includes a call that the user made and the callee recorded. */
  isOwn: boolean;
  /** A group of messages by one author has one avatar and name, and one time. */
  isFirst: boolean;
  isLast: boolean;
  /** Heading above the first message of a day. */
  day: string | null;
  isFirstUnread: boolean;
  /** Null also if the missing messages load within a moment. */
  gap: GapState | null;
  /** For a message that a group call is on: whether a later message says that it is over. */
  isCallOver: boolean;
  /** The quoted message, if loaded. The quote then shows its current content. */
  original: Message | null;
}

export type GapState = "loading" | "unfilled";

export const NO_GAPS: ReadonlyMap<string, GapState> = new Map();

export interface RowsInput {
  messages: readonly Message[];
  selfID: string;
  firstUnreadID: string | null;
  /** By the clientMsgID of the message below the gap. */
  gaps?: ReadonlyMap<string, GapState>;
  /** Whether the file waits for a tap, because it is on a foreign host. Its tile names the host and needs the room. */
  isForeign?: (url: string) => boolean;
  /** Any time of the current day, in milliseconds since the epoch. */
  now: number;
  language: Language;
}

/** A longer pause ends a group, in milliseconds. */
const GROUP_GAP = 5 * 60_000;

/** Oldest message first. Leaves out call signals, which are not messages for the user (3-77). */
export function layOutRows(input: RowsInput): MessageRowData[] {
  const { messages, selfID, firstUnreadID, gaps = NO_GAPS, now, language, isForeign = () => false } = input;
  const visible = withoutDoubles(messages, recordIn).filter((message) => !isCallSignal(message));
  const known = new Map(visible.map((message) => [message.clientMsgID, message]));
  const ended = endedCalls(noticesIn(visible));
  const continues = visible.map((message, index) =>
    continuesGroup(visible[index - 1], message, firstUnreadID),
  );
  const runs = albumRuns(
    visible,
    (previous, message) =>
      message.clientMsgID !== firstUnreadID &&
      !gaps.has(message.clientMsgID) &&
      isSameDay(previous.sendTime, message.sendTime) &&
      ![previous, message].some(({ content }) => isForeign(addressIn(content))),
  );
  let next = 0;
  return runs.map((run) => {
    const [message] = run;
    const index = next;
    next += run.length;
    const previous = visible[index - 1];
    const isNewDay = !previous || !isSameDay(previous.sendTime, message.sendTime);
    return {
      message,
      album: albumOf(run),
      isOwn: authorOf(message) === selfID,
      isFirst: !continues[index],
      isLast: !continues[next],
      day: isNewDay ? dayLabel(message.sendTime, now, language) || null : null,
      isFirstUnread: message.clientMsgID === firstUnreadID,
      gap: gaps.get(message.clientMsgID) ?? null,
      isCallOver: ended.has(message.clientMsgID),
      original: known.get(quotedID(message) ?? "") ?? null,
    };
  });
}

export type KnownRows = WeakMap<Message, MessageRowData>;

/** Keeps the object of each row that did not change, so that React does not draw it again. */
export function keepKnown(rows: readonly MessageRowData[], known: KnownRows): readonly MessageRowData[] {
  return rows.map((row) => {
    const before = known.get(row.message);
    if (before && isSameRow(before, row)) return before;
    known.set(row.message, row);
    return row;
  });
}

/** The messages that a row shows. */
export function messagesOf({
  message,
  album,
}: Pick<MessageRowData, "message" | "album">): readonly Message[] {
  return album ? [...album.media, ...(album.caption ? [album.caption] : [])] : [message];
}

/** The number of the row that shows the message; -1 if none does. */
export function rowOf(rows: readonly MessageRowData[], clientMsgID: string | undefined): number {
  return rows.findIndex((row) => messagesOf(row).some((message) => message.clientMsgID === clientMsgID));
}

function isSameRow({ album, ...a }: MessageRowData, b: MessageRowData): boolean {
  return (
    isSameAlbum(album, b.album) && Object.entries(a).every(([name, value]) => Reflect.get(b, name) === value)
  );
}

function isSameAlbum(a: Album | null, b: Album | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.caption === b.caption &&
    a.media.length === b.media.length &&
    a.media.every((message, index) => message === b.media[index])
  );
}

function addressIn(content: MessageContent): string {
  if (content.type === "picture") return content.picture?.url ?? "";
  return content.type === "video" ? (content.video?.url ?? "") : "";
}

function quotedID({ content }: Message): string | null {
  return content.type === "quote" || content.type === "at" ? (content.quoted?.clientMsgID ?? null) : null;
}

/** Depends on these two messages only, so that older messages that load above never rearrange the rows on screen. */
function continuesGroup(
  previous: Message | undefined,
  message: Message,
  firstUnreadID: string | null,
): boolean {
  return (
    previous !== undefined &&
    authorOf(previous) === authorOf(message) &&
    message.clientMsgID !== firstUnreadID &&
    !standsAlone(previous.content) &&
    !standsAlone(message.content) &&
    Math.abs(message.sendTime - previous.sendTime) <= GROUP_GAP &&
    isSameDay(previous.sendTime, message.sendTime)
  );
}

function standsAlone(content: MessageContent): boolean {
  return isNotice(content) || content.type === "groupCall";
}

function noticesIn(messages: readonly Message[]): SentNotice[] {
  return messages.flatMap(({ clientMsgID, sendID, content }) =>
    content.type === "groupCall" ? [{ clientMsgID, sendID, call: content.call }] : [],
  );
}

function recordIn({ content }: Message): CallRecord | null {
  return content.type === "callRecord" ? content.record : null;
}

function isCallSignal({ content }: Message): boolean {
  const customType = content.type === "custom" ? content.customType : null;
  return customType !== null && customType >= 200 && customType <= 204;
}
