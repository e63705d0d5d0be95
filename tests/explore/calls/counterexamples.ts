import { createFollower } from "../engine/chooser.ts";
import type { Counterexample } from "../engine/explore.ts";
import { shrink } from "../engine/shrink.ts";
import type { Space } from "./spaces.ts";
import { callsOf, type Line } from "./world.ts";

export interface Told {
  readonly counterexample: Counterexample;
  readonly story: readonly Line[];
}

/** Makes a counterexample as small as possible, and runs it once more to hear what happens. */
export async function shrinkAndTell({ cast, bounds }: Space, found: Counterexample): Promise<Told> {
  const counterexample = await shrink(callsOf(cast), found, bounds);
  let story: readonly Line[] = [];
  const tell = (world: { story: readonly Line[] }) => {
    story = world.story;
  };
  await callsOf(cast, { tell })(createFollower(counterexample.deviations, () => true));
  return { counterexample, story };
}
