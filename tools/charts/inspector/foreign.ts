import * as v from "valibot";
import { createMachine } from "xstate";
import { drawChart } from "../draw/index.ts";

/** Maximum states and characters of a definition. Any page can send one. */
const STATES = 300;
const LONGEST = 300_000;

const definition = v.pipe(
  v.string(),
  v.maxLength(LONGEST),
  v.parseJson(),
  v.custom<Parameters<typeof createMachine>[0]>((given) => typeof given === "object" && given !== null),
);

/**
 * Lays out the chart of another app from its definition, which has names instead of functions. Returns null if it
 * cannot be drawn.
 */
export async function drawDefinition(text: string | null, name: string): Promise<string | null> {
  const read = v.safeParse(definition, text);
  if (!read.success || countStates(read.output) > STATES) return null;
  try {
    return (await drawChart(createMachine({ ...read.output, id: name }))).svg;
  } catch {
    return null;
  }
}

function countStates(node: unknown): number {
  if (typeof node !== "object" || node === null || !("states" in node)) return 1;
  const { states } = node;
  if (typeof states !== "object" || states === null) return 1;
  return Object.values(states).reduce<number>((sum, state) => sum + countStates(state), 1);
}
