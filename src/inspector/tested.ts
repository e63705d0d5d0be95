import * as v from "valibot";
import editsAddress from "../../docs/tested/edits.json?url";
import seenAddress from "../../docs/tested/seen.json?url";
import walksAddress from "../../docs/tested/walks.json?url";

/** What the tests know of each chart. `docs/tested` has it, and is fetched when an engineer asks for it. */

const numbers = v.record(v.string(), v.number());
const reasons = v.record(v.string(), v.string());

const countedWalks = v.object({
  /** The drawing that the numbers are about. */
  drawing: v.string(),
  paths: v.number(),
  /** By the path of a state: how many paths are in it at some time. */
  states: numbers,
  /** By `wayKey`: how many paths take the transition. */
  ways: numbers,
  /** Why no path takes a transition, by `wayKey`, or is in a state, by its path. */
  reasons,
});

/** Walks of the generated paths, or the reason why a chart has none. */
const walks = v.union([countedWalks, v.object({ reason: v.string() })]);

const edit = v.object({
  name: v.string(),
  reason: v.string(),
  /** Where it is in the drawing: paths of states, and transitions as in `wayKey`. Empty if the drawing lacks it. */
  states: v.optional(v.array(v.string()), []),
  ways: v.optional(v.array(v.string()), []),
});

const edits = v.object({
  drawing: v.string(),
  /** Whether the source was changed since its edits were tried. */
  isOlder: v.boolean(),
  tried: v.number(),
  unnoticed: v.number(),
  /** Those with a reason. */
  explained: v.array(edit),
});

export type CountedWalks = v.InferOutput<typeof countedWalks>;
export type Walks = v.InferOutput<typeof walks>;
export type Edits = v.InferOutput<typeof edits>;

/** The name of a transition in a drawing. The transitions that differ only in their guard have one name. */
export function wayKey(way: { source: string; target: string; event: string }): string {
  return `${way.source}>${way.target}>${way.event}`;
}

export const readWalks = (text: string): Readonly<Record<string, Walks>> =>
  v.parse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), walks)), text);

const readEdits = (text: string): Readonly<Record<string, Edits>> =>
  v.parse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), edits)), text);

const readSeen = (text: string): Readonly<Record<string, readonly string[]>> =>
  v.parse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.array(v.string()))), text);

/** Returns the walks by chart. Rejects if the file cannot be fetched or read. */
export const fetchWalks = async (): Promise<ReadonlyMap<string, Walks>> =>
  new Map(Object.entries(readWalks(await textAt(walksAddress))));

/** Returns the edits by chart. Rejects if the file cannot be fetched or read. */
export const fetchEdits = async (): Promise<ReadonlyMap<string, Edits>> =>
  new Map(Object.entries(readEdits(await textAt(editsAddress))));

/** Returns the transitions that the kept recordings took, as in `wayKey`, by chart. */
export const fetchSeen = async (): Promise<ReadonlyMap<string, readonly string[]>> =>
  new Map(Object.entries(readSeen(await textAt(seenAddress))));

async function textAt(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}
