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
    type: v.literal("parley.transition"),
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
    type: v.literal("parley.guards"),
    eventType: v.string(),
    asked: v.pipe(
      v.array(v.object({ state: v.string(), guard: v.string(), isTrue: v.boolean() })),
      v.maxLength(GUARDS),
    ),
  }),
  v.object({ ...base, type: v.literal("parley.media"), sample }),
  v.object({ ...base, type: v.literal("parley.loss"), count: v.number() }),
  // Written by the inspector itself, so that earlier moments include it.
  v.object({ ...base, type: v.literal("parley.closed") }),
]);

/** A message as the inspector stores it. */
export type Heard = v.InferOutput<typeof message>;

const phone = v.object({
  id: v.string(),
  name: v.string(),
  takesEvents: v.boolean(),
});

export type HeardPhone = v.InferOutput<typeof phone>;

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

/** The file format of a recording. Each message has its page's id. */
export interface RecordingFile {
  format: "parley-recording";
  version: 1;
  /** ISO date. */
  exported: string;
  phones: readonly HeardPhone[];
  messages: readonly (Heard & { phone: string })[];
}

const recordingFile = v.object({
  format: v.literal("parley-recording"),
  version: v.literal(1),
  phones: v.array(phone),
  messages: v.array(v.unknown()),
});

export interface ReadRecording {
  phones: readonly HeardPhone[];
  messages: readonly { phone: string; message: Heard }[];
}

/** Returns the recording in a file, or null. Unknown messages are left out. */
export function readRecording(text: string): ReadRecording | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), recordingFile), text);
  if (!parsed.success) return null;
  const { phones, messages } = parsed.output;
  return {
    phones,
    messages: messages.flatMap((one) => {
      const owner = v.safeParse(v.object({ phone: v.string() }), one);
      const read = readMessage(one);
      return read && owner.success ? [{ phone: owner.output.phone, message: read }] : [];
    }),
  };
}
