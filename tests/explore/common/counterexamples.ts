import { createFollower } from "../../../tools/charts/explore/chooser.ts";
import { type Counterexample, explore } from "../../../tools/charts/explore/explore.ts";
import { shrink } from "../../../tools/charts/explore/shrink.ts";
import { tour } from "../../../tools/charts/explore/tour.ts";
import { START } from "./explored-time.ts";
import { createRunRecorder } from "./recording.ts";
import type { Space, ToldWorld } from "./space.ts";
import { type Line, tell } from "./tell.ts";

export interface Told {
  readonly counterexample: Counterexample;
  readonly story: readonly Line[];
  /** The inspector opens it. */
  readonly recording: string;
}

/** Makes a counterexample as small as possible, and runs it once more to hear what happens. */
export async function shrinkAndTell({ subject, bounds }: Space, found: Counterexample): Promise<Told> {
  const counterexample = await shrink(subject(), found, bounds);
  let world: ToldWorld | null = null;
  let recording = "";
  const recorder = createRunRecorder(
    () => world?.time.now() ?? START,
    () => storyOf(world),
  );
  const run = subject({
    inspect: recorder.inspect,
    begin(begun) {
      world = begun;
    },
    end() {
      recording = recorder.text();
    },
  });
  await run(createFollower(counterexample.deviations, () => true));
  return { counterexample, story: storyOf(world), recording };
}

/** Explores a space until a claim breaks. */
export async function findSmallest(space: Space): Promise<Told> {
  const { counterexamples } = await explore(space.subject(), { bounds: space.bounds, stopsAtFirst: true });
  const [found] = counterexamples;
  if (!found) throw new Error("Nothing breaks");
  return shrinkAndTell(space, found);
}

/** Returns the space of that name. */
export function spaceIn<Known extends Space>(spaces: readonly Known[], name: string): Known {
  const space = spaces.find((one) => one.name === name);
  if (!space) throw new Error(`There is no space "${name}"`);
  return space;
}

function storyOf(world: ToldWorld | null): readonly Line[] {
  return world?.story ?? [];
}

/** Explores a whole space, in few runs. `told` is empty if no claim is broken. */
export async function exploreWhole(
  space: Space,
): Promise<{ told: string; isFinished: boolean; seen: readonly string[] }> {
  const { counterexamples, isFinished, seen } = await tour(space.subject(), { bounds: space.bounds });
  const told: string[] = [];
  for (const found of counterexamples) {
    const { counterexample, story } = await shrinkAndTell(space, found);
    told.push(`${counterexample.claim}: ${counterexample.says}\n${tell(story)}`);
  }
  return { told: told.join("\n\n"), isFinished, seen: [...seen.keys()] };
}
