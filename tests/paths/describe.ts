import { afterAll, describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { type Room, rooms } from "../../machines/index.ts";
import type { CountedWalks } from "../../src/inspector/tested.ts";
import {
  allLeaves,
  allTransitions,
  leavesOf,
  transitionKey,
  transitionsOf,
} from "../../tools/charts/paths/structure.ts";
import { isEverything } from "../everything.ts";
import { fileOf, modelFileOf } from "./difference.ts";
import {
  fewestOf,
  hasEntered,
  type Path,
  pathsOf,
  pathsToLeaves,
  type Step,
  unreachedLeaves,
} from "./graph.ts";
import {
  type ChartModel,
  delayDifferences,
  expectationsAt,
  goOnWithout,
  pressableIn,
  standStill,
  streamsOf,
  walkPath,
} from "./model.ts";
import { models } from "./models/index.ts";
import { openPage } from "./page.tsx";
import {
  type ChartReport,
  COUNT_WALKS,
  EVERY_PATH,
  ONLY_CHARTS,
  TELL_PATHS,
  type ToldPath,
  tell,
  type Way,
  wayOf,
} from "./report/told.ts";
import { countWalks, outlineOf, storedWalks, WALKS, type Walk } from "./report/walks.ts";
import { type OpenStage, openHeadless } from "./stage.ts";
import { contradictions, countOf } from "./transition-table.ts";

/** `npm test` walks fewer paths. They still take every transition, with every kind of event that takes it. */
const walksEvery = isEverything || process.env[EVERY_PATH] !== undefined;

/** Generates the tests of every chart of a room. `ONLY_CHARTS` narrows the charts. */
export function describeRoom(room: Room): void {
  const wanted = process.env[ONLY_CHARTS]?.split(",");
  for (const [chart, giveModels] of Object.entries(models))
    if (chart in rooms[room] && (wanted?.includes(chart) ?? true)) giveModels(describePaths);
}

/**
 * Generates the tests of a chart from its model, or from several models with different starts. Complete paths
 * run without a screen. If the model has `press`, what a user can press and see runs once more through the real
 * screens; in `npm run test:all` each transition does.
 */
function describePaths<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  ...others: readonly ChartModel<Machine>[]
): void {
  const seen = new Seen(model);
  describe(`${model.chart}: paths`, () => {
    it("11-12 every state has a row, and every row has a state", () => {
      expect(Object.keys(model.rows).sort()).toEqual(allLeaves(model.machine).sort());
      expect(unreachedLeaves(model)).toEqual(Object.keys(model.unreachable ?? {}));
    });
    it("11-12 every stimulus leads in every state where the table says, and nowhere else", () => {
      const { leads = {}, machine } = model;
      const lines = [...contradictions(leads, machine, model, ...others)];
      const advice = `The table is "leads" in ${modelFileOf(model.chart)}, the chart is ${fileOf(model.chart)}.`;
      expect([...lines, ...(lines.length > 0 ? [advice] : [])].join("\n")).toBe("");
    });
    it("every delay is as long as the table says", () => {
      expect(delayDifferences(model).join("\n")).toBe("");
    });
    describePathsOn(model, seen, openHeadless, "complete", "paths");
    for (const stream of streamsOf(model))
      it(`continues when ${stream} refuses listeners`, async () =>
        seen.addRefusal(await goOnWithout(model, stream, openHeadless)));
  });
  for (const other of others) {
    const suite = "paths from another start";
    describe(`${model.chart}: ${suite}`, () => {
      const { unreachable } = other;
      if (unreachable)
        it("never reach what they cannot", () =>
          expect(unreachedLeaves(other)).toEqual(Object.keys(unreachable)));
      describePathsOn(other, seen, openHeadless, "complete", suite);
    });
  }
  if (model.press) {
    const suite = "paths on screen";
    describe(`${model.chart}: ${suite}`, () => describePathsOn(model, seen, openPage, "each", suite));
  }

  describe(`${model.chart}: coverage`, () => {
    it("every transition was taken, or there is a reason", ({ task }) => {
      task.file.meta.charts = [...(task.file.meta.charts ?? []), seen.report];
      if (!seen.isComplete) return;
      expect(seen.untaken.join("\n")).toBe("");
      expect(seen.needlesslyExcused.join("\n")).toBe("");
    });
    it(`11-62 ${WALKS} has the number of paths of each state and transition`, () => {
      if (!seen.isComplete || process.env[COUNT_WALKS]) return;
      const advice = `"npm run paths -- ${model.chart} --counts" counts again`;
      const stored = storedWalks()[model.chart];
      if (walksEvery) expect(stored, advice).toEqual(seen.walks);
      else expect(stored && "paths" in stored ? outlineOf(stored) : stored, advice).toEqual(seen.outline);
    });
  });
  afterAll(() => console.info(seen.summary));
}

function describePathsOn<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  seen: Seen<Machine>,
  open: OpenStage,
  detail: "complete" | "each",
  suite: string,
): void {
  const hasScreen = open === openPage;
  const shows = (step: Step<Machine>) => shownBy(model, step);
  const spec = hasScreen ? { ...pressableIn(model), ...(!isEverything && { shows }) } : model;
  const looked = hasScreen ? new Set<string>() : null;
  const paths = pathsOf(spec, detail);
  const walked = seen.expect(model, paths, suite, hasScreen);
  for (const path of walked)
    it(path.name, async () => seen.add(path, await walkPath(model, path, open, looked), hasScreen));

  // On screen this takes minutes. Vitest refuses an empty suite, so one check stays where a user can press nothing.
  const standsStill = hasScreen ? isEverything || walked.length === 0 : !(isEverything && model.press);
  if (!standsStill) return;
  for (const path of pathsToLeaves(spec))
    it(`foreign, repeated and late events change nothing in ${path.name || "its only state"}`, () =>
      standStill(model, path, open, hasScreen));
}

/** Each way to press and its transitions; from where to where other events lead; each line of what a user sees. */
function shownBy<Machine extends AnyStateMachine>(model: ChartModel<Machine>, step: Step<Machine>): string[] {
  const { label, event, selected } = step;
  const isPress = (model.press?.[label] ?? model.press?.[event.type]) !== undefined;
  const ways = isPress ? [label, ...selected.map(transitionKey)] : selected.map(wayOf).map(arrowOf);
  return [...ways, ...seenBy(model, step)];
}

/** Each way to press, and each line of what a user sees. */
function pressedBy<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  step: Step<Machine>,
): string[] {
  const isPress = (model.press?.[step.label] ?? model.press?.[step.event.type]) !== undefined;
  return [...(isPress ? [step.label] : []), ...seenBy(model, step)];
}

function seenBy<Machine extends AnyStateMachine>(model: ChartModel<Machine>, step: Step<Machine>): string[] {
  return expectationsAt(model, { snapshot: step.after, step });
}

/** Each transition with its event, its payload and the states entered. An event that a guard holds back counts, too. */
function takenBy<Machine extends AnyStateMachine>(step: Step<Machine>): string[] {
  const { label, taken, after } = step;
  const leaves = leavesOf(after);
  if (taken.length === 0) return [`${label} in ${leaves}`];
  const entered = leaves.filter((leaf) => hasEntered(step, leaf));
  return taken.map((key) => [label, key, ...entered].join(" "));
}

function arrowOf({ source, target }: Way): string {
  return `${source} -> ${target}`;
}

class Seen<Machine extends AnyStateMachine> {
  readonly #taken = new Set<string>();
  readonly #leaves = new Set<string>();
  readonly #told: ToldPath[] = [];
  /** Without those on the screens, of which a normal run takes a few only. */
  readonly #walks: Walk[] = [];
  #generated = 0;
  #expected = 0;
  #walked = 0;
  #refused = 0;

  constructor(readonly model: ChartModel<Machine>) {}

  /**
   * @param model the model the paths start from, which may be one of the other models
   * @returns the paths to walk
   */
  expect(
    model: ChartModel<Machine>,
    paths: Path<Machine>[],
    suite: string,
    hasScreen: boolean,
  ): Path<Machine>[] {
    if (!hasScreen) this.#generated += paths.length;
    const has = hasScreen ? (step: Step<Machine>) => pressedBy(model, step) : takenBy;
    const walked = walksEvery ? paths : fewestOf(paths, has);
    this.#expected += walked.length;
    if (process.env[TELL_PATHS]) this.#told.push(...walked.map((path) => tell(model, path, suite)));
    return walked;
  }

  add(path: Path<Machine>, taken: ReadonlySet<string>, hasScreen: boolean): void {
    this.#walked += 1;
    const snapshots = [path.start, ...path.steps.map(({ after }) => after)];
    this.#note({ taken, leaves: new Set(snapshots.flatMap(leavesOf)) }, hasScreen);
  }

  /** Adds a walk on which a stream refuses listeners. */
  addRefusal(taken: ReadonlySet<string>): void {
    this.#refused += 1;
    this.#note({ taken, leaves: null }, false);
  }

  #note(walk: Walk, hasScreen: boolean): void {
    for (const key of walk.taken) this.#taken.add(key);
    for (const leaf of walk.leaves ?? []) this.#leaves.add(leaf);
    if (!hasScreen) this.#walks.push(walk);
  }

  /** False when a filtered run skipped paths; the coverage is then incomplete. */
  get isComplete(): boolean {
    return this.#walked === this.#expected && this.#refused === streamsOf(this.model).length;
  }

  get untaken(): string[] {
    const { machine, excused = {} } = this.model;
    const isExcused = (key: string) => key in excused || anywhere(key) in excused;
    return allTransitions(machine).filter((key) => !this.#taken.has(key) && !isExcused(key));
  }

  get walks(): CountedWalks {
    const { machine, unreachable = {} } = this.model;
    const excuses = allTransitions(machine).flatMap((key): [string, string][] => {
      const excuse = this.#excuseOf(key);
      return excuse === null ? [] : [[key, excuse]];
    });
    return countWalks(machine, this.#walks, new Map(excuses), unreachable);
  }

  /** The same without the numbers, where not every path was walked. */
  get outline() {
    return { ...outlineOf(this.walks), paths: this.#generated };
  }

  #excuseOf(key: string): string | null {
    const { excused = {} } = this.model;
    return excused[key] ?? excused[anywhere(key)] ?? null;
  }

  get report(): ChartReport {
    const { machine, chart, leads = {}, unreachable = {} } = this.model;
    return {
      chart,
      states: allLeaves(machine).map((path) => ({
        path,
        isReached: this.#leaves.has(path),
        excuse: unreachable[path] ?? null,
      })),
      transitions: [...transitionsOf(machine)].map(([key, transition]) => ({
        ...wayOf(transition),
        isTaken: this.#taken.has(key),
        excuse: this.#excuseOf(key),
      })),
      decisions: countOf(leads),
      paths: this.#expected,
      told: this.#told,
      walks: this.isComplete && walksEvery ? this.walks : null,
    };
  }

  get needlesslyExcused(): string[] {
    const { machine, excused = {} } = this.model;
    const untaken = allTransitions(machine).filter((key) => !this.#taken.has(key));
    return Object.keys(excused).filter((key) => !untaken.some((one) => one === key || anywhere(one) === key));
  }

  get summary(): string {
    const { machine, chart, press, leads = {} } = this.model;
    const [leaves, all] = [allLeaves(machine), allTransitions(machine)];
    const hit = all.filter((key) => this.#taken.has(key)).length;
    const states = leaves.filter((leaf) => this.#leaves.has(leaf)).length;
    return [
      `${chart.padEnd(15)} ${String(this.#walked).padStart(4)} paths${press ? " (with screens)" : ""},`,
      `${states}/${leaves.length} states, ${hit}/${all.length} transitions, ${countOf(leads)} decisions`,
      all.length > hit ? `, ${all.length - hit} excused` : "",
    ].join(" ");
  }
}

/** A transition's name without its source, as `excused` may list it. */
function anywhere(key: string): string {
  return `* |${key.split("|")[1]}`;
}
