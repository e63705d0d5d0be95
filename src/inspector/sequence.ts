import * as v from "valibot";
import type { Plain, PlainEvent } from "./messages.ts";
import {
  type ActorPicture,
  type Asked,
  CALLS,
  type LogEntry,
  type Picture,
  type Recording,
} from "./recording.ts";

/** A sequence diagram of all shown pages: messages between lifelines, and their time. */

export const LIFELINES = ["person", "clock", "charts", "media", "wire"] as const;
export type Lifeline = (typeof LIFELINES)[number];

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
  /** What it carries: the event, or the input of a request. */
  payload: Plain;
  /** Key of a call signal: kind, room, sender and receiver. Its sent and its received arrow have the same key. */
  signal: string | null;
}

/** A column of the diagram. Its lifelines share one line. */
export interface Column {
  phone: string;
  lifelines: readonly Lifeline[];
}

const WIDE: readonly (readonly Lifeline[])[] = LIFELINES.map((lifeline) => [lifeline]);
const NARROW: readonly (readonly Lifeline[])[] = [["person", "clock"], ["charts"], ["media", "wire"]];

/**
 * Returns the columns from left to right. One or two pages have a column for each lifeline. More pages have one lane
 * each: the charts, with their ports on both sides. The right half is mirrored, so that the lifelines of the signals
 * are in the middle of the diagram.
 */
export function columnsOf(phones: readonly string[]): Column[] {
  const lanes = phones.length > 2 ? NARROW : WIDE;
  return phones.flatMap((phone, index) =>
    (2 * index < phones.length ? lanes : lanes.toReversed()).map((lifelines) => ({ phone, lifelines })),
  );
}

const MEDIA = /room|media|device|microphone|camera|sound|record|play|ring|wake|scan|publish|join/i;
const OUTSIDE = ["user.", "page.", "address."] as const;

/** Caches the arrow of an event or request, which never changes. */
const known = new WeakMap<LogEntry | Asked, Arrow | null>();

/** Returns the recorded messages between two lifelines, in order. Messages between charts are left out. */
export function arrowsOf(recording: Recording, picture: Picture): Arrow[] {
  const arrows: Arrow[] = [];
  const add = <One extends LogEntry | Asked>(
    one: One,
    make: (one: One, picture: Picture) => Arrow | null,
  ) => {
    const before = known.get(one);
    const arrow = before === undefined ? make(one, picture) : before;
    if (before === undefined) known.set(one, arrow);
    if (arrow) arrows.push(arrow);
  };
  for (const entry of recording.log) add(entry, arrowOfEvent);
  for (const asked of recording.asked) add(asked, arrowOfRequest);
  return arrows.sort((a, b) => a.time - b.time || a.at - b.at);
}

function arrowOfEvent(entry: LogEntry, picture: Picture): Arrow | null {
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
    payload: event,
    signal: receivedSignal(event, receiver, picture),
  } as const;
  const { type } = event;
  if (type.startsWith("xstate.after.")) return { ...common, from: "clock", words: afterWords(type) };
  const ended = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  if (ended) {
    if (source?.isChart) return null;
    const words = `${ended[2]} ${ended[1] === "done" ? "done" : "failed"}`;
    return { ...common, from: lifelineOf(source?.name ?? ended[2] ?? ""), words };
  }
  if (type.startsWith("xstate.") || source?.isChart) return null;
  if (OUTSIDE.some((prefix) => type.startsWith(prefix))) return { ...common, from: "person", words: type };
  return { ...common, from: lifelineOf(source?.name ?? type), words: type };
}

function arrowOfRequest(
  { at, time, phone, sessionId, parentId, name, input }: Asked,
  picture: Picture,
): Arrow | null {
  const parent = parentId === null ? undefined : picture.get(parentId);
  if (picture.get(sessionId)?.isChart || !parent) return null;
  const sent = v.safeParse(Sent, input);
  const words = sent.success ? `${name} ${sent.output.signal.kind}` : name;
  return {
    at,
    time,
    phone,
    sessionId: parent.sessionId,
    actor: parent.id,
    from: "charts",
    to: lifelineOf(name),
    words,
    payload: input,
    signal: sent.success ? sentSignal(sent.output, parent, picture) : null,
  };
}

const lifelineOf = (name: string): Lifeline => (MEDIA.test(name) ? "media" : "wire");

/** Converts "xstate.after.ringTimeout.callee.ringing" to "after ringTimeout". */
const afterWords = (type: string) => `after ${type.split(".")[2] ?? ""}`;

const Text = v.pipe(v.string(), v.nonEmpty());
const Room = v.object({ roomID: Text });
const Sent = v.object({ to: Text, signal: v.object({ kind: Text, invitation: Room }) });
const Received = v.object({
  type: v.pipe(v.string(), v.startsWith("signal.")),
  sender: v.object({ userID: Text }),
  invitation: Room,
});
const Owned = v.object({ userID: Text });

function sentSignal(
  { to, signal: { kind, invitation } }: v.InferOutput<typeof Sent>,
  sender: ActorPicture,
  picture: Picture,
): string | null {
  const from = userOf(sender, picture);
  return from === null ? null : JSON.stringify([kind, invitation.roomID, from, to]);
}

function receivedSignal(event: PlainEvent, receiver: ActorPicture, picture: Picture): string | null {
  const received = v.safeParse(Received, event);
  const to = received.success ? userOf(receiver, picture) : null;
  if (!received.success || to === null) return null;
  const { type, sender, invitation } = received.output;
  return JSON.stringify([type.slice("signal.".length), invitation.roomID, sender.userID, to]);
}

/** Maximum levels of actors. Any page can send data to the inspector, so parents may form a circle. */
const DEEPEST = 24;

/** Returns the user in the context of an actor or of its nearest parent that has one; null if none has. */
function userOf(of: ActorPicture, picture: Picture): string | null {
  let actor: ActorPicture | undefined = of;
  for (let level = 0; actor && level < DEEPEST; level += 1) {
    const owned = v.safeParse(Owned, actor.context);
    if (owned.success) return owned.output.userID;
    actor = actor.parentId === null ? undefined : picture.get(actor.parentId);
  }
  return null;
}

/** A state of a chart in the sequence: a bar on the line of the charts of its page. */
export interface Bar {
  /** Number of the message that begins it. Unique, also among arrows. */
  at: number;
  time: number;
  phone: string;
  sessionId: string;
  actor: string;
  state: string;
  /** Number of the message that ends it, and its length in milliseconds; null while it lasts. */
  until: number | null;
  duration: number | null;
}

/** Returns the states of the charts of calls and of the chosen chart, in the order in which they began. */
export function barsOf(recording: Recording, picture: Picture, chosen: string | null): Bar[] {
  const bars: Bar[] = [];
  const open = new Map<string, Bar>();
  for (const { at, time, phone, sessionId, state } of recording.changes) {
    const actor = picture.get(sessionId);
    if (!actor || (sessionId !== chosen && !CALLS.includes(actor.name))) continue;
    const last = open.get(sessionId);
    if (last) [last.until, last.duration] = [at, time - last.time];
    open.delete(sessionId);
    if (state === null) continue;
    const bar = { at, time, phone, sessionId, actor: actor.id, state, until: null, duration: null };
    open.set(sessionId, bar);
    bars.push(bar);
  }
  return bars;
}

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
    if (arrow.to === "wire") {
      sent.set(arrow.signal, arrow);
      continue;
    }
    const origin = sent.get(arrow.signal);
    if (origin && origin.phone !== arrow.phone) met.set(arrow, origin);
  }
  return met;
}

export function filterBars(
  bars: readonly Bar[],
  { text, until }: { text: string; until: number },
): readonly Bar[] {
  const wanted = text.trim().toLowerCase();
  return bars
    .filter(({ at, state, actor }) => at < until && `${state} ${actor}`.toLowerCase().includes(wanted))
    .map((bar) => (bar.until !== null && bar.until >= until ? { ...bar, until: null, duration: null } : bar));
}
