import type { PlainEvent } from "./messages.ts";
import type { ActorPicture, Asked, LogEntry, Picture, Recording } from "./recording.ts";
import type { Say } from "./texts.ts";

/** A sequence diagram of all shown pages: messages between lifelines, and their time. */

/** "person", "clock", "charts", or a name that the rules give to what is outside. */
export type Lifeline = string;

/** What a project says of the messages to and from its charts. */
export interface SequenceRules {
  /** Lifelines of what is outside of the charts. The last is the outermost one. */
  outside: readonly { name: Lifeline; words: string }[];
  /** Returns the lifeline outside for the name of an actor that is no chart, or for the type of an event. */
  outsideOf(name: string): Lifeline;
  /** Whether an event that no chart sent came from the user. `source` is the actor that sent it, if it is known. */
  isFromUser(type: string, source: ActorPicture | undefined): boolean;
  /** Returns what a request sends to another page. Null if it sends nothing. */
  sent?(request: Asked, sender: ActorPicture, picture: Picture): SentSignal | null;
  /** Returns the key of what an event brings from another page. Null if it brings nothing. */
  received?(event: PlainEvent, receiver: ActorPicture, picture: Picture): string | null;
}

export interface SentSignal {
  /** Shown after the request's name. */
  words: string;
  /** The same as that of the event that another page receives. Null if the sender is unknown. */
  key: string | null;
}

export interface Arrow {
  /** Number of its message. Unique. */
  at: number;
  /** Milliseconds since the epoch. */
  time: number;
  phone: string;
  from: Lifeline;
  to: Lifeline;
  /** Label, such as "user.accept" or "sendSignal". */
  words: string;
  sessionId: string;
  /** The actor's id, such as "phone" or "callee". */
  actor: string;
  /** Key of a signal between pages. Its sent and its received arrow have the same key. */
  signal: string | null;
}

/** A column of the diagram. Its lifelines share one line. */
export interface Column {
  phone: string;
  lifelines: readonly Lifeline[];
}

/**
 * Returns the columns from left to right. One or two pages have a column for each lifeline. More pages have one lane
 * each: the charts, with what is outside on both sides. The right half is mirrored, so that the outermost lifelines
 * are in the middle of the diagram.
 */
export function columnsOf(phones: readonly string[], rules: SequenceRules): Column[] {
  const inside = ["person", "clock", "charts"];
  const outside = rules.outside.map(({ name }) => name);
  const wide = [...inside, ...outside].map((lifeline) => [lifeline]);
  const lanes = phones.length > 2 ? [["person", "clock"], ["charts"], outside] : wide;
  return phones.flatMap((phone, index) =>
    (2 * index < phones.length ? lanes : lanes.toReversed()).map((lifelines) => ({ phone, lifelines })),
  );
}

/** Returns the words for a lifeline. */
export function wordsOf(lifeline: Lifeline, { outside }: SequenceRules, say: Say): string {
  if (lifeline === "person" || lifeline === "clock" || lifeline === "charts") return say(lifeline);
  return outside.find(({ name }) => name === lifeline)?.words ?? lifeline;
}

/** Caches the arrow of an event or request, which never changes. */
const known = new WeakMap<LogEntry | Asked, Arrow | null>();

/** Returns the recorded messages between two lifelines, in order. Messages between charts are left out. */
export function arrowsOf(recording: Recording, picture: Picture, rules: SequenceRules): Arrow[] {
  const arrows: Arrow[] = [];
  const add = <One extends LogEntry | Asked>(
    one: One,
    make: (one: One, picture: Picture, rules: SequenceRules) => Arrow | null,
  ) => {
    const before = known.get(one);
    const arrow = before === undefined ? make(one, picture, rules) : before;
    if (before === undefined) known.set(one, arrow);
    if (arrow) arrows.push(arrow);
  };
  for (const entry of recording.log) add(entry, arrowOfEvent);
  for (const asked of recording.asked) add(asked, arrowOfRequest);
  return arrows.sort((a, b) => a.time - b.time || a.at - b.at);
}

function arrowOfEvent(entry: LogEntry, picture: Picture, rules: SequenceRules): Arrow | null {
  const { at, time, phone, sessionId, event, sourceId } = entry;
  const receiver = picture.get(sessionId);
  if (!receiver?.isChart) return null;
  const source = sourceId === null ? undefined : picture.get(sourceId);
  const common = {
    at,
    time,
    phone,
    sessionId,
    actor: receiver.id,
    to: "charts",
    signal: rules.received?.(event, receiver, picture) ?? null,
  } as const;
  const { type } = event;
  if (type.startsWith("xstate.after.")) return { ...common, from: "clock", words: afterWords(type) };
  const ended = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  if (ended) {
    if (source?.isChart) return null;
    const words = `${ended[2]} ${ended[1] === "done" ? "done" : "failed"}`;
    return { ...common, from: rules.outsideOf(source?.name ?? ended[2] ?? ""), words };
  }
  if (type.startsWith("xstate.") || source?.isChart) return null;
  if (rules.isFromUser(type, source)) return { ...common, from: "person", words: type };
  return { ...common, from: rules.outsideOf(source?.name ?? type), words: type };
}

function arrowOfRequest(asked: Asked, picture: Picture, rules: SequenceRules): Arrow | null {
  const { at, time, phone, sessionId, parentId, name } = asked;
  const parent = parentId === null ? undefined : picture.get(parentId);
  if (picture.get(sessionId)?.isChart || !parent) return null;
  const sent = rules.sent?.(asked, parent, picture) ?? null;
  return {
    at,
    time,
    phone,
    sessionId: parent.sessionId,
    actor: parent.id,
    from: "charts",
    to: rules.outsideOf(name),
    words: sent === null ? name : `${name} ${sent.words}`,
    signal: sent?.key ?? null,
  };
}

/** Converts "xstate.after.ringTimeout.callee.ringing" to "after ringTimeout". */
const afterWords = (type: string) => `after ${type.split(".")[2] ?? ""}`;

export function filterArrows(
  arrows: readonly Arrow[],
  { text, until }: { text: string; until: number },
): readonly Arrow[] {
  const wanted = text.trim().toLowerCase();
  return arrows.filter(
    ({ at, words, actor }) =>
      at < until && (wanted === "" || `${words} ${actor}`.toLowerCase().includes(wanted)),
  );
}

/** Maps each received signal to the other page's arrow that sent it. */
export function meetings(arrows: readonly Arrow[]): ReadonlyMap<Arrow, Arrow> {
  const sent = new Map<string, Arrow>();
  const met = new Map<Arrow, Arrow>();
  for (const arrow of arrows) {
    if (arrow.signal === null) continue;
    if (arrow.from === "charts") {
      sent.set(arrow.signal, arrow);
      continue;
    }
    const origin = sent.get(arrow.signal);
    if (origin && origin.phone !== arrow.phone) met.set(arrow, origin);
  }
  return met;
}
