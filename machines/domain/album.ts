import type { Message, MessageContent } from "./message.ts";

/**
 * Pictures and videos that a user sent together are drawn as one album. Each stays a message of its own, so that other
 * clients show it too. Pure functions.
 */
export interface Album {
  /** Pictures and videos, oldest first. */
  media: readonly Message[];
  caption: Message | null;
}

/** Most pictures and videos of an album. The next one begins another album. */
export const ALBUM_LIMIT = 10;

/** Without album ids, messages that are at most this many milliseconds apart form an album. */
const TOGETHER = 10_000;

/** Whether a message of this content can be in an album. */
export function isMedium(content: MessageContent): boolean {
  return (
    (content.type === "picture" && content.picture !== undefined) ||
    (content.type === "video" && content.video !== undefined)
  );
}

/**
 * Divides messages into albums and single messages, in the same order.
 * @param mayFollow whether nothing is drawn between these two neighbours
 */
export function albumRuns(
  messages: readonly Message[],
  mayFollow: (previous: Message, message: Message) => boolean,
): readonly (readonly [Message, ...Message[]])[] {
  const runs: [Message, ...Message[]][] = [];
  for (const message of messages) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && isOneOf(run, previous, message) && mayFollow(previous, message)) run.push(message);
    else runs.push([message]);
  }
  return runs;
}

/** Returns the album of a run; null for a single message. */
export function albumOf(run: readonly Message[]): Album | null {
  if (run.length < 2) return null;
  const media = run.filter(({ content }) => isMedium(content));
  return { media, caption: run.find(({ content }) => !isMedium(content)) ?? null };
}

function isOneOf(run: readonly Message[], previous: Message, message: Message): boolean {
  return isAlike(previous, message) && isSentWith(previous, message) && hasRoom(run, message);
}

/** An album has one name, one origin and one time to disappear. */
function isAlike(previous: Message, message: Message): boolean {
  return (
    previous.sendID === message.sendID &&
    previous.forwardedFrom === message.forwardedFrom &&
    previous.burn?.seconds === message.burn?.seconds
  );
}

function isSentWith(previous: Message, message: Message): boolean {
  if (previous.albumID !== message.albumID) return false;
  return message.albumID !== undefined || Math.abs(message.sendTime - previous.sendTime) <= TOGETHER;
}

/** A text is part of an album only if its sender's client says so. */
function hasRoom(run: readonly Message[], message: Message): boolean {
  const count = run.filter(({ content }) => isMedium(content)).length;
  if (isMedium(message.content)) return count < ALBUM_LIMIT && (count > 0 || isCaption(run[0]));
  return isCaption(message) && count === run.length;
}

function isCaption(message: Message | undefined): boolean {
  return message?.content.type === "text" && message.albumID !== undefined;
}

/** Returns the message with the lowest status, which is also the status of the album. */
export function leastSent(messages: readonly [Message, ...Message[]]): Message {
  return messages.reduce((least, message) => (rankOf(message) < rankOf(least) ? message : least));
}

function rankOf({ status, isRead }: Message): number {
  return status === "failed" ? 0 : status === "sending" ? 1 : isRead ? 3 : 2;
}
