/** What the worlds of calls share: the network that a chooser decides, ids, acts of users, and the text of a state. */
import type { Chooser } from "../../../tools/charts/explore/chooser.ts";
import { NOON } from "../../fakes/world.ts";
import type { Fault } from "../../pair/choices.ts";
import type { Scene } from "../../pair/scene.ts";
import { type Person, STYLES, type Style } from "../../pair/styles.ts";
import { createEnumerated } from "./enumerated.ts";
import { createExploredTime, type ExploredTime, type Step } from "./explored-time.ts";
import type { Line } from "./tell.ts";

export interface ExploredScene extends Omit<Scene, "time"> {
  readonly time: ExploredTime;
}

/** The relay also traces what a step says. */
const IS_STEP = / (reaches|is lost on the way to) /;

/** The faults that a chooser decides. Their probabilities do not matter. */
const STYLE: Style = {
  ...STYLES.calm,
  net: { ...STYLES.calm.net, lose: 0.5, duplicate: 0.5, fail: 0.5 },
};

/** `hasFailed` hears of each fault of the network. `grid`: as of `createExploredTime`. */
export function createExploredScene(
  people: readonly Person[],
  chooser: Chooser,
  hasFailed: (kind: Fault["kind"]) => void,
  grid = 1,
): { scene: ExploredScene; story: Line[]; faults: { count: number } } {
  const story: Line[] = [];
  const faults = { count: 0 };
  const choices = createEnumerated(chooser, ({ kind, says, act: what }) => {
    story.push({ kind: "choice", says, act: what });
    hasFailed(kind);
  });
  const scene: ExploredScene = {
    style: { ...STYLE, cast: people },
    time: createExploredTime(grid),
    choices,
    faults,
    trace(says, what) {
      if (!IS_STEP.test(says)) story.push({ kind: "effect", says, act: what });
    },
  };
  return { scene, story, faults };
}

/** Returns a source of ids of 32 digits. Ids are compared as strings, so a prefix decides which are smaller. */
export function createIDs(prefix: string): () => string {
  let count = 0;
  const newID = () => {
    count += 1;
    return `${prefix}${String(count).padStart(2, "0")}`.padEnd(32, "0");
  };
  return newID;
}

/** Something that a user decides, on a device. The world remembers when. */
export function act(
  world: { readonly time: ExploredTime; actedAt: number },
  device: string,
  says: string,
  costs: string | undefined,
  run: () => void,
): Step {
  return {
    says,
    costs,
    act: { kind: "user", device },
    run() {
      world.actedAt = world.time.now();
      run();
    },
  };
}

/**
 * Returns the name of a state, in which each time of at least a second is written by `write`: moments on the clock of
 * the run, from `START`, and shorter durations, in milliseconds. `key` is the name of its property.
 */
export function textOf(state: unknown, write: (time: number, key: string) => string): string {
  const text = JSON.stringify(state, (key, value: unknown) => {
    if (typeof value !== "number" || value < 1000) return value;
    return write(value >= NOON ? value - NOON : value, key);
  });
  return text.replace(SESSION_IDS, "x");
}

/** XState numbers all actors of the process. */
const SESSION_IDS = /(?<=")x:\d+(?=")/g;
