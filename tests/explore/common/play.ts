import type { Chooser, Option } from "../../../tools/charts/explore/chooser.ts";
import type { Witness } from "../../../tools/charts/explore/claims.ts";
import type { RunResult } from "../../../tools/charts/explore/explore.ts";
import type { Step } from "./explored-time.ts";
import type { ToldWorld } from "./space.ts";
import type { Line } from "./tell.ts";

/** The last step of a run. */
export const END: Step = { says: "Nothing happens any more.", run() {} };

/** What the run of a world asks. */
export interface Played<World> {
  /** Called at each point, before the claims are checked. */
  look(): void;
  /** The usual step first. */
  steps(): readonly Step[];
  state(): string;
  chooser: Chooser;
  witness: Witness<World>;
}

/** Runs a world: at each point one of its steps, until the last one or until the chooser stops the run. */
export async function play<World extends ToldWorld>(
  world: World & { story: Line[] },
  { look, steps, state, chooser, witness }: Played<World>,
): Promise<RunResult> {
  const result = { broken: witness.broken, seen: witness.seen };
  for (;;) {
    await world.time.settle();
    look();
    witness.look(world);
    const [first = END, ...more] = steps();
    const options: [Option, ...Option[]] = [first, ...more];
    const index = chooser.choose(options, state);
    const step = index === null ? undefined : [first, ...more][index];
    if (!step) return result;
    if (step === END) break;
    world.story.push({ kind: index === 0 ? "usual" : "choice", says: step.says, act: step.act });
    step.run();
  }
  witness.end(world);
  return result;
}
