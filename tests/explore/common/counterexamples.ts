import { createFollower } from "../engine/chooser.ts";
import type { Counterexample } from "../engine/explore.ts";
import { shrink } from "../engine/shrink.ts";
import { START } from "./explored-time.ts";
import { createRunRecorder } from "./recording.ts";
import type { Space, ToldWorld } from "./space.ts";
import type { Line } from "./tell.ts";

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
  const recorder = createRunRecorder(() => (world?.time.now() ?? START) - START);
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

function storyOf(world: ToldWorld | null): readonly Line[] {
  return world?.story ?? [];
}
