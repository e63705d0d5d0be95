import type { Plain, PlainEvent } from "./messages.ts";
import type { Asked, LogEntry, Picture, Recording } from "./recording.ts";

/** A sequence diagram of two pages: messages between lifelines, and their time. */

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
  /** Key of a signal. The sent and the received arrow have the same mark. */
  mark: string | null;
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
    mark: markOf(event),
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
  const mark = markOf(input);
  const words = mark === null ? name : `${name} ${mark.split(" ")[0]}`;
  return {
    at,
    time,
    phone,
    sessionId: parent.sessionId,
    actor: parent.id,
    from: "charts",
    to: lifelineOf(name),
    words,
    mark,
  };
}

const lifelineOf = (name: string): Lifeline => (MEDIA.test(name) ? "media" : "wire");

/** Converts "xstate.after.ringTimeout.callee.ringing" to "after ringTimeout". */
const afterWords = (type: string) => `after ${type.split(".")[2] ?? ""}`;

/** Returns a key such as "invite 3f2a...". Kind and room identify a call signal on both sides. */
function markOf(said: PlainEvent | Plain): string | null {
  const room = find(said, "roomID", 4);
  const kind = signalKind(said);
  return typeof room === "string" && room !== "" && kind !== null ? `${kind} ${room}` : null;
}

function signalKind(said: PlainEvent | Plain): string | null {
  if (typeof said !== "object" || said === null || Array.isArray(said)) return null;
  const type: Plain | undefined = find(said, "type", 0);
  if (typeof type === "string" && type.startsWith("signal.")) return type.slice("signal.".length);
  const signal = find(said, "signal", 1) ?? find(said, "kind", 2);
  if (typeof signal === "string") return signal;
  const inner = find(signal ?? null, "type", 0) ?? find(signal ?? null, "kind", 0);
  return typeof inner === "string" ? inner.replace(/^signal\./, "") : null;
}

function find(value: PlainEvent | Plain, name: string, levels: number): Plain | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const [key, one] of Object.entries(value)) if (key === name) return one;
  if (levels === 0) return undefined;
  for (const one of Object.values(value)) {
    const found = find(one, name, levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
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

/** Maps the index of each received arrow to the index of the other page's arrow that sent it. */
export function meetings(arrows: readonly Arrow[]): ReadonlyMap<number, number> {
  const sent = new Map<string, number>();
  const met = new Map<number, number>();
  for (const [index, { mark, to, from, phone }] of arrows.entries()) {
    if (mark === null) continue;
    if (to === "wire") sent.set(mark, index);
    const origin = from === "wire" ? sent.get(mark) : undefined;
    if (origin !== undefined && arrows[origin]?.phone !== phone) met.set(index, origin);
  }
  return met;
}
