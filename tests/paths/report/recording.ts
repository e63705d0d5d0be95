/** What the inspector exports: all messages between actors, as JSON. */
import * as v from "valibot";
import type { StateValue } from "xstate";

export const REDACTED = "•••";

const value: v.GenericSchema<StateValue> = v.union([
  v.string(),
  v.record(
    v.string(),
    v.lazy(() => v.optional(value)),
  ),
]);

/** Charts have a value; promises and streams do not. */
const snapshot = v.looseObject({
  status: v.string(),
  value: v.optional(value),
  context: v.optional(v.unknown()),
});

const event = v.looseObject({ type: v.string() });

const common = {
  /** Which of the two clients shown side by side. */
  phone: v.union([v.string(), v.number()]),
  sessionId: v.string(),
  /** Milliseconds since the epoch. */
  createdAt: v.pipe(v.string(), v.transform(Number), v.finite()),
};

const known = {
  "@xstate.actor": v.object({
    type: v.literal("@xstate.actor"),
    ...common,
    parentId: v.nullish(v.string()),
    id: v.string(),
    /** The chart's name, or the kind of a promise or a stream. */
    name: v.string(),
    snapshot: v.nullish(snapshot),
  }),
  "@xstate.event": v.object({
    type: v.literal("@xstate.event"),
    ...common,
    event,
    /** The actor that sent it; none if it came from outside. */
    sourceId: v.nullish(v.string()),
  }),
  "@xstate.snapshot": v.object({ type: v.literal("@xstate.snapshot"), ...common, event, snapshot }),
  "charts.transition": v.object({
    type: v.literal("charts.transition"),
    ...common,
    eventType: v.string(),
    edges: v.array(
      v.object({
        event: v.optional(v.string()),
        source: v.string(),
        target: v.string(),
        actions: v.optional(v.array(v.string())),
      }),
    ),
  }),
};

export type Message = v.InferOutput<(typeof known)[keyof typeof known]>;
export type RecordedSnapshot = v.InferOutput<typeof snapshot>;

export interface Recording {
  exported: string;
  /** With their index in the file; messages of unknown types are left out. */
  messages: readonly (readonly [index: number, message: Message])[];
}

export class BrokenRecording extends Error {}

/** Parses the text of a recording; throws `BrokenRecording`. */
export function parseRecording(text: string): Recording {
  const given = parsedJson(text);
  if (!v.is(v.object({ format: v.literal("charts-recording") }), given))
    throw new BrokenRecording("It is not a recording of the inspector.");
  if (!v.is(v.object({ version: v.literal(1) }), given))
    throw new BrokenRecording("It was exported by another version of the inspector.");
  const head = parsed(
    v.object({ exported: v.string(), messages: v.array(v.looseObject({ type: v.string() })) }),
    given,
    "",
  );
  const messages = head.messages.flatMap((message, index) => {
    if (!isKnown(message.type)) return [];
    const schema: v.GenericSchema<unknown, Message> = known[message.type];
    return [[index, parsed(schema, message, `Message ${index} (${message.type}): `)] as const];
  });
  return { exported: head.exported, messages };
}

function isKnown(type: string): type is keyof typeof known {
  return Object.hasOwn(known, type);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenRecording("It is not JSON.");
  }
}

function parsed<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown, where: string): Output {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [{ message, path = [] }] = result.issues;
  const place = path.map(({ key }) => String(key)).join(".");
  throw new BrokenRecording(`${where}${place === "" ? "" : `${place}: `}${message}`);
}
