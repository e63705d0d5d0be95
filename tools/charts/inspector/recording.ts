import type { AskedGuard, Edge, MediaSample, Plain, PlainEvent } from "./messages.ts";
import type { Heard, HeardPhone, Mark, ReadRecording } from "./reading.ts";

/** Stores the messages of all watched pages and computes every actor at any moment. */

export interface ActorPicture {
  sessionId: string;
  phone: string;
  /** Name of its chart, or kind of helper. */
  name: string;
  /** The parent's name for it. */
  id: string;
  parentId: string | null;
  isChart: boolean;
  /** "active", "done", "error" or "stopped". */
  status: string;
  value: Plain;
  context: Plain;
  contextBefore: Plain;
  /** Only if the page sent the chart. */
  definition: string | null;
  /** Number in the log of the last event that took a transition. */
  last: number | null;
  /** What a helper got, and what it gave back; null if it did not. */
  input: Plain;
  output: Plain;
  error: Plain;
  /** Number of its first message. */
  born: number;
  /** Milliseconds since the epoch; null while it lives. */
  began: number;
  ended: number | null;
}

/** A WebRTC connection of a page at one moment. */
export interface TimedSample extends MediaSample {
  at: number;
  time: number;
  phone: string;
}

/** A chart that comes into another state. */
export interface StateChange {
  at: number;
  time: number;
  phone: string;
  sessionId: string;
  /** As in `stateWords`; null once the chart has ended. */
  state: string | null;
}

export interface LogEntry {
  /** Position among all events ever received, from 0. */
  number: number;
  at: number;
  /** Milliseconds since the epoch. */
  time: number;
  phone: string;
  sessionId: string;
  /** The actor that sent it; null if it came from outside. */
  sourceId: string | null;
  event: PlainEvent;
  edges: readonly Edge[];
  guards: readonly AskedGuard[];
  /** Number of messages up to the end of this event in its actor; null until then. */
  settled: number | null;
}

export interface Asked {
  at: number;
  time: number;
  phone: string;
  sessionId: string;
  parentId: string | null;
  name: string;
  input: Plain;
}

export type Picture = ReadonlyMap<string, ActorPicture>;

/** Messages between two stored pictures. */
const STRIDE = 400;
/** Maximum messages kept by default. A fifth is removed at once. */
const MOST = 20_000;
/** Maximum actors of a page, pages, and transitions of an event. A page has a few hundred actors. */
const ACTORS = 1000;
const PHONES = 16;
const EDGES = 100;
/** Maximum unhandled events of an actor that are kept. */
const WAITING = 50;

interface RecordedMessage {
  phone: string;
  message: Heard;
  entry: number | null;
}

export class Recording {
  #messages: RecordedMessage[] = [];
  #first = 0;
  #keyframes: { at: number; picture: Picture }[] = [{ at: 0, picture: new Map() }];
  #now = new Map<string, ActorPicture>();
  /** The last result of `at`: a playback goes on from there. */
  #lookedAt: { at: number; picture: Picture } = { at: -1, picture: new Map() };
  #log: LogEntry[] = [];
  #asked: Asked[] = [];
  #marks: Mark[] = [];
  #changes: StateChange[] = [];
  #media: TimedSample[] = [];
  #events = 0;
  #lost = 0;
  /** Events that each actor has received and not yet handled, oldest first. The last handled one stays. */
  #open = new Map<string, LogEntry[]>();
  /** Number of known actors of each page. May be slightly too high, because it still counts forgotten actors. */
  #counts = new Map<string, number>();
  /** Pages in which an actor has ended since the last count. */
  #withEnded = new Set<string>();
  readonly phones = new Map<string, HeardPhone>();

  /** @param most maximum messages kept */
  constructor(readonly most = MOST) {}

  /** Numbers of the first kept message and of the next message. */
  get first(): number {
    return this.#first;
  }
  get end(): number {
    return this.#first + this.#messages.length;
  }
  get log(): readonly LogEntry[] {
    return this.#log;
  }
  get asked(): readonly Asked[] {
    return this.#asked;
  }

  /** The states of every chart, in the order of arrival. */
  get changes(): readonly StateChange[] {
    return this.#changes;
  }

  /** The samples of all WebRTC connections, in the order of arrival. */
  get media(): readonly TimedSample[] {
    return this.#media;
  }

  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Returns all kept messages, preceded by introductions of the older actors, and the marks between them. */
  whole(): { messages: { phone: string; message: Heard }[]; marks: Mark[] } {
    const before = [...(this.#keyframes[0]?.picture.values() ?? [])];
    return {
      messages: [
        ...before.map((actor) => ({ phone: actor.phone, message: introduction(actor) })),
        ...this.#messages.map(({ phone, message }) => ({ phone, message })),
      ],
      marks: this.#marks.map((mark) => ({ ...mark, at: mark.at - this.#first + before.length })),
    };
  }

  /** Returns the time of the last message before a moment, in milliseconds since the epoch; 0 without one. */
  timeAt(moment: number): number {
    const last = this.#messages[Math.max(0, moment - this.#first - 1)];
    return last ? timeOf(last.message) : 0;
  }

  /** Number of messages that arrived too fast to be recorded. */
  get lost(): number {
    return this.#lost;
  }

  meet(phone: HeardPhone): void {
    if (!this.phones.has(phone.id) && this.phones.size >= PHONES) {
      const gone = [...this.phones.keys()].find((id) => !this.#isOpen(id));
      if (gone === undefined) {
        this.lose(1);
        return;
      }
      this.phones.delete(gone);
    }
    this.phones.set(phone.id, phone);
  }

  #isOpen(id: string): boolean {
    for (const { phone, status } of this.#now.values()) if (phone === id && status === "active") return true;
    return false;
  }

  lose(count: number): void {
    this.#lost += count;
  }

  /** Returns whether the page may have one more actor. Removes ended actors if necessary. */
  #hasRoom(page: string): boolean {
    if ((this.#counts.get(page) ?? 0) < ACTORS) return true;
    if (!this.#withEnded.delete(page)) return false;
    let count = 0;
    for (const [id, { phone, status }] of this.#now) {
      if (phone !== page) continue;
      if (status === "active") count += 1;
      else this.#now.delete(id);
    }
    this.#counts.set(page, count);
    return count < ACTORS;
  }

  close(phone: string, time: number): void {
    this.add(phone, closing(phone, time));
  }

  /** Drops past messages and keeps the current state of live actors. */
  clear(): void {
    for (const [id, { phone, status }] of this.#now) {
      if (status === "active") continue;
      this.#now.delete(id);
      this.#withEnded.add(phone);
    }
    this.#first = this.end;
    this.#messages = [];
    this.#keyframes = [{ at: this.#first, picture: new Map(this.#now) }];
    this.#log = [];
    this.#asked = [];
    this.#marks = [];
    this.#changes = [];
    this.#media = [];
    this.#open.clear();
    this.#lost = 0;
  }

  /** Adds a mark after the last message. */
  mark(mark: Mark): void {
    this.#marks.push({ ...mark, at: this.end });
  }

  add(phone: string, message: Heard): void {
    const at = this.end;
    const time = timeOf(message);
    const { sessionId } = message;
    const isNew = message.type === "@xstate.actor" && !this.#now.has(sessionId);
    if (isNew && !this.#hasRoom(phone)) {
      this.lose(1);
      return;
    }
    const isEnd =
      message.type === "charts.closed" ||
      (message.type === "@xstate.snapshot" && message.snapshot.status !== "active");
    if (isEnd) this.#withEnded.add(phone);
    if (isNew) this.#counts.set(phone, (this.#counts.get(phone) ?? 0) + 1);
    if (message.type === "@xstate.event") {
      const entry: LogEntry = {
        number: this.#events,
        at,
        time,
        phone,
        sessionId,
        sourceId: message.sourceId ?? null,
        event: message.event,
        edges: [],
        guards: [],
        settled: null,
      };
      this.#events += 1;
      this.#log.push(entry);
      const open = this.#open.get(sessionId)?.filter(({ settled }) => settled === null) ?? [];
      this.#open.set(sessionId, [...open.slice(-WAITING), entry]);
    }
    if (message.type === "charts.media") this.#media.push({ ...message.sample, at, time, phone });
    if (message.type === "charts.loss") this.#lost += message.count;
    const entry = this.#handled(message);
    if (message.type === "charts.transition" && entry && entry.edges.length < EDGES)
      entry.edges = [...entry.edges, ...message.edges].slice(0, EDGES);
    if (message.type === "charts.guards" && entry) entry.guards = message.asked;
    if (message.type === "@xstate.snapshot" && entry) entry.settled = at + 1;
    const told = { phone, message, entry: entry?.number ?? null };
    this.#messages.push(told);
    const before = this.#now.get(sessionId);
    apply(this.#now, told, at);
    this.#noteState({ at, time, phone, sessionId }, before);
    if (
      message.type === "@xstate.snapshot" &&
      message.event.type === "xstate.init" &&
      message.snapshot.input !== undefined
    ) {
      const actor = this.#now.get(sessionId);
      if (actor)
        this.#asked.push({
          at,
          time,
          phone,
          sessionId,
          parentId: actor.parentId,
          name: actor.name,
          input: message.snapshot.input,
        });
    }
    if (this.end % STRIDE === 0) this.#keyframes.push({ at: this.end, picture: new Map(this.#now) });
    if (this.#messages.length > this.most) this.#forget();
  }

  #noteState(change: Omit<StateChange, "state">, before: ActorPicture | undefined): void {
    const now = this.#now.get(change.sessionId);
    if (!now?.isChart) return;
    const state = shownState(now);
    if (state !== (before ? shownState(before) : null)) this.#changes.push({ ...change, state });
  }

  /** Returns the event that a message is about. An actor handles its events in their order. */
  #handled(message: Heard): LogEntry | undefined {
    const open = this.#open.get(message.sessionId) ?? [];
    switch (message.type) {
      case "@xstate.event":
        return open.at(-1);
      case "charts.transition":
        // One event may cause further transitions, which bear the names of inner events.
        return open.find(({ event }) => event.type === message.eventType) ?? open[0];
      case "charts.guards":
        return open.find(({ event }) => event.type === message.eventType);
      case "@xstate.snapshot": {
        const at = open.findIndex(({ event }) => event.type === message.event.type);
        if (at > 0) open.splice(0, at);
        const [entry] = at < 0 ? [] : open;
        if (entry && open.length > 1) open.shift();
        return entry;
      }
      default:
        return undefined;
    }
  }

  #forget(): void {
    const keyframe = this.#keyframes.find(({ at }) => at >= this.#first + this.most / 5);
    if (!keyframe) return;
    this.#messages.splice(0, keyframe.at - this.#first);
    this.#first = keyframe.at;
    this.#keyframes = this.#keyframes.filter(({ at }) => at >= this.#first);
    this.#log = this.#log.filter(({ at }) => at >= this.#first);
    this.#asked = this.#asked.filter(({ at }) => at >= this.#first);
    this.#marks = this.#marks.filter(({ at }) => at >= this.#first);
    this.#changes = this.#changes.filter(({ at }) => at >= this.#first);
    this.#media = this.#media.filter(({ at }) => at >= this.#first);
    for (const [id, open] of this.#open) if (open.every(({ at }) => at < this.#first)) this.#open.delete(id);
  }

  get now(): Picture {
    return this.#now;
  }

  at(count: number): Picture {
    if (count >= this.end) return this.#now;
    const keyframe = this.#keyframes.findLast(({ at }) => at <= count) ?? this.#keyframes[0];
    if (!keyframe) return new Map();
    const { at, picture: before } =
      this.#lookedAt.at >= keyframe.at && this.#lookedAt.at <= count ? this.#lookedAt : keyframe;
    const picture = new Map(before);
    for (let index = at - this.#first; index < count - this.#first; index += 1) {
      const one = this.#messages[index];
      if (one) apply(picture, one, index + this.#first);
    }
    this.#lookedAt = { at: Math.max(at, count), picture };
    return picture;
  }
}

/**
 * Returns the recording in a file, with all its messages. Its pages take no events. Messages are put in the order of
 * their times, because pages send them in batches. A recording with marks keeps its order, to which they refer.
 */
export function recordingOf({ phones, messages, marks }: ReadRecording): Recording {
  const recording = new Recording(messages.length);
  for (const phone of phones) recording.phones.set(phone.id, { ...phone, takesEvents: false });
  const waiting = marks.values();
  let next = waiting.next();
  const markUntil = (count: number) => {
    for (; !next.done && next.value.at <= count; next = waiting.next()) recording.mark(next.value);
  };
  const ordered = marks.length > 0 ? messages : inTime(messages);
  for (const [count, { phone, message }] of ordered.entries()) {
    markUntil(count);
    recording.add(phone, message);
  }
  markUntil(messages.length);
  return recording;
}

/** Keeps the order of each page. */
function inTime(messages: ReadRecording["messages"]): ReadRecording["messages"] {
  const latest = new Map<string, number>();
  const timed = messages.map((one) => {
    const time = Math.max(timeOf(one.message), latest.get(one.phone) ?? 0);
    latest.set(one.phone, time);
    return { one, time };
  });
  return timed.sort((a, b) => a.time - b.time).map(({ one }) => one);
}

/** Returns the message that ends a page and all its actors. */
export function closing(phone: string, time: number): Heard {
  return { type: "charts.closed", sessionId: phone, rootId: phone, createdAt: String(time) };
}

/** Returns a start message for an actor in its current state. */
function introduction({
  sessionId,
  name,
  id,
  parentId,
  status,
  value,
  context,
  isChart,
  definition,
  input,
  output,
  error,
  began,
}: ActorPicture): Heard {
  const snapshot = isChart ? { status, value, context } : { status, input, output, error };
  return {
    type: "@xstate.actor",
    sessionId,
    rootId: "",
    createdAt: String(began),
    name,
    id,
    parentId,
    definition,
    snapshot,
  };
}

export function timeOf({ createdAt }: Heard): number {
  const number = Number(createdAt);
  return Number.isFinite(number) ? number : Date.parse(createdAt);
}

function apply(
  picture: Map<string, ActorPicture>,
  { phone, message, entry: last }: RecordedMessage,
  at: number,
): void {
  const { sessionId } = message;
  const time = timeOf(message);
  const before = picture.get(sessionId);
  if (message.type === "@xstate.actor") {
    const { name, id, parentId, definition, snapshot } = message;
    picture.set(sessionId, {
      sessionId,
      phone,
      name,
      // A root has only the id that XState generates.
      id: id === "" || /^x:\d+$/.test(id) ? name : id,
      parentId: parentId ?? null,
      isChart: snapshot.value !== undefined || typeof definition === "string",
      status: snapshot.status,
      value: snapshot.value ?? null,
      context: snapshot.context ?? null,
      contextBefore: snapshot.context ?? null,
      definition: definition ?? null,
      last: null,
      ...{ input: snapshot.input ?? null, output: snapshot.output ?? null, error: snapshot.error ?? null },
      ...{ born: at, began: time, ended: snapshot.status === "active" ? null : time },
    });
  }
  if (message.type === "charts.closed")
    for (const actor of picture.values())
      if (actor.phone === phone && actor.status === "active")
        picture.set(actor.sessionId, { ...actor, status: "stopped", ended: time });
  if (message.type === "charts.transition" && before) picture.set(sessionId, { ...before, last });
  if (message.type === "@xstate.snapshot" && before) {
    const { status, value, context, input, output, error } = message.snapshot;
    picture.set(sessionId, {
      ...before,
      status,
      input: input ?? before.input,
      output: output ?? before.output,
      error: error ?? before.error,
      ended: status === "active" ? null : (before.ended ?? time),
      isChart: before.isChart || value !== undefined,
      value: value ?? before.value,
      context: context ?? before.context,
      contextBefore: before.context,
    });
  }
}

/** Returns the open pages, and for each name without an open page its last one. */
export function shownPhones(phones: Iterable<HeardPhone>, picture: Picture): HeardPhone[] {
  const all = [...phones].filter(({ id }) => [...picture.values()].some(({ phone }) => phone === id));
  const isOpen = ({ id }: HeardPhone) =>
    [...picture.values()].some(({ phone, status }) => phone === id && status === "active");
  const open = all.filter(isOpen);
  const last = new Map(all.map((phone) => [phone.name, phone]));
  const closed = [...last.values()].filter(({ name }) => !open.some((phone) => phone.name === name));
  return [...open, ...closed].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the paths of active states with their ancestors: "accepting", "accepting.answering". */
export function activePaths(value: Plain): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, below]) => [
    name,
    ...activePaths(below).map((path) => `${name}.${path}`),
  ]);
}

function shownState({ status, value }: ActorPicture): string | null {
  return status === "active" ? stateWords(value) : null;
}

/** Returns the attempts of a helper: those of the same parent under the same name, oldest first. */
export function attemptsOf({ parentId, id, name }: ActorPicture, picture: Picture): ActorPicture[] {
  return [...picture.values()].filter(
    (one) => !one.isChart && one.parentId === parentId && one.id === id && one.name === name,
  );
}

/** Returns a short form of a state: "inRoom.joining", "link.online + sync.idle". */
export function stateWords(value: Plain): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  return Object.entries(value)
    .map(([name, below]) => [name, stateWords(below)].filter((word) => word !== "").join("."))
    .join(" + ");
}
