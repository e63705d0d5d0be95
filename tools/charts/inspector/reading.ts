import * as v from "valibot";
import type { Plain, PlainEvent } from "./messages.ts";

/** Parses messages of other pages and files. Unknown data is left out. */

/** Values from JSON or from a channel between pages are plain data. */
export const plain = v.custom<Plain>((value) => typeof value !== "function" && typeof value !== "symbol");
const event = v.pipe(
  v.looseObject({ type: v.string() }),
  v.transform((given) => given as PlainEvent),
);
const snapshot = v.object({
  status: v.optional(v.string(), "active"),
  input: v.optional(plain),
  value: v.optional(plain),
  context: v.optional(plain),
  output: v.optional(plain),
  error: v.optional(plain),
});
/** Maximum guards of one event. */
const GUARDS = 100;

/** Maximum tracks of a connection. */
const TRACKS = 60;
const maybe = v.nullable(v.number());

const sample = v.object({
  connection: v.number(),
  ice: v.string(),
  state: v.string(),
  signaling: v.string(),
  pair: v.nullable(
    v.object({ local: v.string(), remote: v.string(), protocol: v.string(), roundTrip: maybe }),
  ),
  tracks: v.pipe(
    v.array(
      v.object({
        direction: v.picklist(["in", "out"]),
        kind: v.string(),
        state: v.picklist(["live", "muted", "ended", "none"]),
        kilobits: v.number(),
        lost: maybe,
        jitter: maybe,
        frames: maybe,
        size: v.nullable(v.string()),
      }),
    ),
    v.maxLength(TRACKS),
  ),
});

const base = {
  sessionId: v.string(),
  rootId: v.optional(v.nullable(v.string()), ""),
  createdAt: v.pipe(
    v.string(),
    v.check((text) => Number.isFinite(Number(text)) || Number.isFinite(Date.parse(text))),
  ),
};

const message = v.variant("type", [
  v.object({
    ...base,
    type: v.literal("@xstate.actor"),
    name: v.string(),
    // The stock sender omits this.
    id: v.nullish(v.string(), ""),
    parentId: v.optional(v.nullable(v.string())),
    definition: v.optional(v.nullable(v.string())),
    snapshot: v.optional(snapshot, { status: "active" }),
  }),
  v.object({
    ...base,
    type: v.literal("@xstate.event"),
    event,
    sourceId: v.optional(v.nullable(v.string())),
  }),
  v.object({ ...base, type: v.literal("@xstate.snapshot"), event, snapshot }),
  v.object({
    ...base,
    type: v.literal("charts.transition"),
    eventType: v.string(),
    edges: v.array(
      v.object({
        event: v.optional(v.string()),
        source: v.string(),
        target: v.string(),
        actions: v.optional(v.array(v.string()), []),
      }),
    ),
  }),
  v.object({
    ...base,
    type: v.literal("charts.guards"),
    eventType: v.string(),
    asked: v.pipe(
      v.array(v.object({ state: v.string(), guard: v.string(), isTrue: v.boolean() })),
      v.maxLength(GUARDS),
    ),
  }),
  v.object({ ...base, type: v.literal("charts.media"), sample }),
  v.object({ ...base, type: v.literal("charts.loss"), count: v.number() }),
  // Written by the inspector itself, so that earlier moments include it.
  v.object({ ...base, type: v.literal("charts.closed") }),
]);

/** A message as the inspector stores it. */
export type Heard = v.InferOutput<typeof message>;

const phone = v.object({
  id: v.string(),
  name: v.string(),
  takesEvents: v.boolean(),
});

export type HeardPhone = v.InferOutput<typeof phone>;

const app = v.object({ name: v.pipe(v.string(), v.maxLength(80)), isPage: v.boolean() });

/** Returns what an app says of itself to the server, or null. */
export function readApp(data: unknown): v.InferOutput<typeof app> | null {
  const parsed = v.safeParse(app, data);
  return parsed.success ? parsed.output : null;
}

const channelMessage = v.variant("kind", [
  v.object({ kind: v.literal("opened"), phone: v.string() }),
  v.object({ kind: v.literal("closed"), phone: v.string() }),
  v.object({ kind: v.literal("phone"), phone, to: v.string() }),
  v.object({
    kind: v.literal("messages"),
    phone: v.string(),
    to: v.string(),
    messages: v.array(v.unknown()),
  }),
]);

export function readChannel(data: unknown): v.InferOutput<typeof channelMessage> | null {
  const parsed = v.safeParse(channelMessage, data);
  return parsed.success ? parsed.output : null;
}

export function readMessage(data: unknown): Heard | null {
  const parsed = v.safeParse(message, data);
  return parsed.success ? parsed.output : null;
}

/**
 * What a mark tells. "sent" and "follows" are effects of the mark before them; all others are steps of the run.
 * "media" is news of a media room. "other" has no sign of its own.
 */
export const MARK_KINDS = [
  ...["user", "sent", "arrives", "lost", "doubled", "late", "confirmed", "failed"],
  ...["timer", "media", "other", "follows"],
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Maximum marks of a recording, and characters of a sentence. */
const MARKS = 5000;
const SENTENCE = 400;

const mark = v.object({
  /** Number of messages before it. */
  at: v.pipe(v.number(), v.integer(), v.minValue(0)),
  kind: v.picklist(MARK_KINDS),
  says: v.pipe(v.string(), v.maxLength(SENTENCE)),
  /** The id of the page on which it happens. */
  phone: v.optional(v.string()),
  /** The same text for all marks of a signal: where it is sent, and where it arrives or is lost. */
  signal: v.optional(v.string()),
});

/** A sentence about what a user, the network or the clock did. Only recordings of the explorer have marks. */
export type Mark = v.InferOutput<typeof mark>;

/** The file format of a recording. Each message has its page's id. */
export interface RecordingFile {
  format: "charts-recording";
  version: 1;
  /** ISO date. */
  exported: string;
  phones: readonly HeardPhone[];
  messages: readonly (Heard & { phone: string })[];
  marks?: readonly Mark[];
}

const VERSION = 1;

const recordingFile = v.object({
  format: v.literal("charts-recording"),
  version: v.literal(VERSION),
  phones: v.array(phone),
  messages: v.array(v.unknown()),
  marks: v.optional(v.array(v.unknown()), []),
});

export interface ReadRecording {
  phones: readonly HeardPhone[];
  messages: readonly { phone: string; message: Heard }[];
  /** In the order of the messages. */
  marks: readonly Mark[];
}

/** Whether a file is a recording of another version than this one, which `readRecording` does not understand. */
export function isOtherVersion(text: string): boolean {
  const named = v.object({ format: v.literal("charts-recording"), version: v.number() });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), named), text);
  return parsed.success && parsed.output.version !== VERSION;
}

/** Returns the recording in a file, or null. Unknown messages and marks are left out. */
export function readRecording(text: string): ReadRecording | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), recordingFile), text);
  if (!parsed.success) return null;
  const { phones } = parsed.output;
  const messages: { phone: string; message: Heard }[] = [];
  /** For each message of the file, how many before it are known. */
  const known: number[] = [];
  for (const one of parsed.output.messages) {
    known.push(messages.length);
    const owner = v.safeParse(v.object({ phone: v.string() }), one);
    const read = readMessage(one);
    if (read && owner.success) messages.push({ phone: owner.output.phone, message: read });
  }
  const marks = parsed.output.marks.slice(0, MARKS).flatMap((one) => {
    const read = v.safeParse(mark, one);
    return read.success ? [{ ...read.output, at: known[read.output.at] ?? messages.length }] : [];
  });
  return { phones, messages, marks: marks.sort((a, b) => a.at - b.at) };
}
