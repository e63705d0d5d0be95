/**
 * Walks generated paths on the running app and checks a hand-written oracle after every step.
 *
 * A step never sends its event straight to a chart, except `user.*` without a screen. `im.*` and similar
 * events are emitted by a port, a promise result settles a port's promise, and a timer fires when time passes
 * by the specified number. The chart's table then says what must be true, with one row per state: the calls
 * on entering, what views read, what a user sees, and what is held.
 */
import type { AnyActorRef, AnyStateMachine, EventObject } from "xstate";
import { Failure } from "../../machines/domain/failure.ts";
import type { ChartName } from "../../machines/index.ts";
import type { App } from "../../src/wiring/index.ts";
import { allLeaves, leavesOf, nodeAt } from "../../tools/charts/paths/structure.ts";
import type { CallName, PendingCall, WireEntry } from "../fakes/calls.ts";
import type { FakeOptions, FakePorts, Held } from "../fakes/ports.ts";
import { differenceOf, fileOf, placeOf, stable } from "./difference.ts";
import { end, type GraphSpec, hasEntered, type Path, type SnapshotOf, type Step } from "./graph.ts";
import { Mismatch } from "./mismatch.ts";
import { deafen, emitOutside, STREAMS } from "./outside.ts";
import { checkScreen } from "./screen-expectations.ts";
import type { OpenStage, Stage } from "./stage.ts";
import type { Leads } from "./transition-table.ts";

/** One call on the wire: its name, or its name and input. */
export type Wire = string | readonly [call: string, input: unknown];

export type Facts = Readonly<Record<string, unknown>>;

/** What is true in one state (a leaf of the chart). The rows of parallel leaves are merged. */
export interface Row {
  asks?: readonly Wire[];
  reads?: Facts;
  /** What a user sees, e.g. "button: Retry" or "!dialog" (see `screen-expectation.ts`); checked with a screen only. */
  sees?: readonly string[];
  /** Held outside resources that the chart is responsible for. */
  holds?: Partial<Held>;
  gone?: true;
}

/** A point on a path. `step` is null at the start. */
export interface Moment<Machine extends AnyStateMachine> {
  snapshot: SnapshotOf<Machine>;
  step: Step<Machine> | null;
}

export interface ChartModel<Machine extends AnyStateMachine> extends GraphSpec<Machine> {
  chart: ChartName;
  opens: () => FakeOptions;
  prepare?: (ports: FakePorts) => void;
  /** Leads from the opened app to the chart's first state. */
  begin?: (stage: Stage) => Promise<void>;
  actor: (app: App) => AnyActorRef | undefined;
  /**
   * By invoke id: the port call that each promise of the chart makes, or several possible calls. The test
   * settles them.
   */
  calls: Readonly<Record<string, CallName | readonly CallName[]>>;
  /** Further names on the wire that belong to this chart; messages to other charts are "chart <- event". */
  tells?: readonly string[];
  isOwn?: (entry: WireEntry) => boolean;
  /** The chart's delays in milliseconds, as specified. */
  delays?: Readonly<Record<string, number>>;
  /** How to make stimuli that neither a port nor a user makes, by label or by event type. */
  stimuli?: Readonly<Record<string, (stage: Stage, event: EventObject) => void | Promise<void>>>;
  /** How a user does it on screen, by label or by event type: every `user.*`, and others where a user can. */
  press?: Readonly<Record<string, (event: EventObject, stage: Stage) => Promise<void>>>;
  /** Whether a user can do this on screen here. By default, everything in `press`. */
  pressable?: (label: string, snapshot: SnapshotOf<Machine>, around: string) => boolean;
  /** What views read from the chart, or from its surroundings if the chart has no view. */
  reads: (snapshot: SnapshotOf<Machine>, stage: Stage) => Facts;
  rows: Readonly<Record<string, Row | ((moment: Moment<Machine>) => Row)>>;
  /** What leaves each state, and to which state. Models with other starts share the table of the first. */
  leads?: Leads<Machine>;
  /** Invoke ids whose failure the chart writes to the log. */
  logged?: readonly string[];
  /** Calls of a step that do not come from entering a state. */
  told?: (step: Step<Machine>) => readonly Wire[];
  /** By stream name: what views read when the stream refuses listeners. Without an entry it is only logged. */
  deaf?: Readonly<Record<string, Facts>>;
  /** The reason why refused streams are tested elsewhere. */
  deafElsewhere?: string;
  /** Foreign, repeated and late events that must change nothing, by name; `when` narrows where they apply. */
  noise?: Readonly<Record<string, Noise<Machine>>>;
  excused?: Readonly<Record<string, string>>;
  /** The leaves that no path reaches, and why. A model with another start may leave it out. */
  unreachable?: Readonly<Record<string, string>>;
}

export type Noise<Machine extends AnyStateMachine> =
  | ((stage: Stage) => void | Promise<void>)
  | { when: (snapshot: SnapshotOf<Machine>) => boolean; make: (stage: Stage) => void | Promise<void> };

/** The model with only the labels that a user can press. */
export function pressableIn<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
): ChartModel<Machine> {
  const { cannot, pressable } = model;
  return {
    ...model,
    sameStepsAs: model,
    cannot: (label, around, snapshot) =>
      (cannot?.(label, around, snapshot) ?? false) || pressable?.(label, snapshot, around) === false,
  };
}

/**
 * Walks one path from a fresh app and returns the keys of the transitions taken. Throws `Mismatch` at the
 * first difference.
 *
 * @param seen path prefixes whose screen was already checked: many paths start alike, and a check takes long
 * @param visit is called instead of all checks, with the number of steps so far and the check of what is true there,
 * also on the screen
 */
export async function walkPath<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  path: Path<Machine>,
  open: OpenStage,
  seen: Set<string> | null = null,
  visit?: (steps: number, check: () => void) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const hasScreen = seen !== null;
  const stage = await start(model, open);
  const questions = new Questions(model, stage);
  let way = "";
  const look = async (moment: Moment<Machine>, steps: number) => {
    if (visit) return visit(steps, () => check(model, stage, moment, true));
    check(model, stage, moment, hasScreen && !seen.has(way));
    seen?.add(way);
  };
  try {
    await look({ snapshot: path.start, step: null }, 0);
    questions.begin(path.start);
    for (const [index, step] of path.steps.entries()) {
      way = `${way} -> ${step.label}`;
      const mark = stage.ports.wire.length;
      await stimulate(model, stage, questions, step, hasScreen);
      try {
        if (!visit) checkWire(model, stage, step, mark);
        questions.follow(step);
        await look({ snapshot: step.after, step }, index + 1);
      } catch (problem) {
        const [leaf = ""] = leavesOf(step.after).filter((one) => hasEntered(step, one));
        throw new Mismatch(
          `${problem instanceof Error ? problem.message : problem}\nafter "${step.label}", ${placeOf(model.chart, leaf)}`,
          { cause: problem },
        );
      }
    }
    return stage.taken;
  } finally {
    stage.stop();
  }
}

/** Walks to a state and checks that foreign, repeated and late events change nothing there. */
export async function standStill<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  path: Path<Machine>,
  open: OpenStage,
  hasScreen = false,
): Promise<void> {
  const stage = await start(model, open);
  const questions = new Questions(model, stage);
  try {
    questions.begin(path.start);
    for (const step of path.steps) {
      await stimulate(model, stage, questions, step, hasScreen);
      questions.follow(step);
    }
    const moment = { snapshot: end(path), step: path.steps.at(-1) ?? null };
    check(model, stage, moment, hasScreen);
    const noises = Object.entries({ ...model.noise, ...questions.lateAnswers(moment.snapshot) });
    for (const [name, noise] of noises) {
      if (typeof noise !== "function" && !noise.when(moment.snapshot)) continue;
      const mark = stage.ports.wire.length;
      await stage.act(() => (typeof noise === "function" ? noise : noise.make)(stage));
      try {
        expectSame("on the wire", wireSince(model, stage, mark), []);
        check(model, stage, moment, hasScreen);
      } catch (problem) {
        throw new Mismatch(`${name}: ${problem instanceof Error ? problem.message : problem}`, {
          cause: problem,
        });
      }
    }
  } finally {
    stage.stop();
  }
}

function rowAt<Machine extends AnyStateMachine>(
  { chart, rows }: ChartModel<Machine>,
  leaf: string,
  moment: Moment<Machine>,
): Row {
  const row = rows[leaf];
  if (!row) throw new Mismatch(`The table of ${chart} has no row for "${leaf}"`);
  return typeof row === "function" ? row(moment) : row;
}

/** Returns a line for each delay of the chart that is another number than the table says. */
export function delayDifferences<Machine extends AnyStateMachine>({
  chart,
  machine,
  delays = {},
}: ChartModel<Machine>): string[] {
  const own: Readonly<Record<string, unknown>> = machine.implementations.delays;
  return Object.entries(delays).flatMap(([name, specified]) => {
    const is = own[name];
    if (typeof is !== "number" || is === specified) return [];
    return [`delay ${name}: ${is} instead of ${specified} ms, ${fileOf(chart)}`];
  });
}

/** What the table says a user sees at a moment; a state without a row adds nothing and fails elsewhere. */
export function expectationsAt<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  moment: Moment<Machine>,
): string[] {
  const leaves = leavesOf(moment.snapshot).filter((leaf) => leaf in model.rows);
  return leaves.flatMap((leaf) => rowAt(model, leaf, moment).sees ?? []);
}

/** The streams that the chart listens to from its start. */
export function streamsOf<Machine extends AnyStateMachine>({
  machine,
  deafElsewhere,
}: ChartModel<Machine>): string[] {
  if (deafElsewhere) return [];
  return machine.root.invoke.map(({ id }) => id).filter((id) => STREAMS.includes(id));
}

/** Checks that the chart logs a stream that refuses listeners and continues. Returns the transitions taken. */
export async function goOnWithout<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  stream: string,
  open: OpenStage,
): Promise<ReadonlySet<string>> {
  const stage = await start(model, open, (ports) => deafen(ports, stream));
  try {
    const actor = model.actor(stage.app);
    expectSame("app broken", stage.app.getSnapshot().hasTag("broken"), false);
    if (!actor) throw new Mismatch(`${model.chart} is gone`);
    const facts = model.deaf?.[stream];
    if (facts) expectSame("views read", model.reads(actor.getSnapshot(), stage), facts);
    const line = `${model.chart}: xstate.error.actor.${stream}`;
    const lines = stage.ports.wire.filter(({ call, input }) => call === "log" && input === line);
    if (!facts) expectSame("lines in the log", lines.length, 1);
    return stage.taken;
  } finally {
    stage.stop();
  }
}

async function start<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  open: OpenStage,
  change?: (ports: FakePorts) => void,
): Promise<Stage> {
  const stage = await open(model.opens(), (ports) => {
    ports.hold(...Object.values(model.calls).flat());
    model.prepare?.(ports);
    change?.(ports);
  });
  try {
    await model.begin?.(stage);
  } catch (problem) {
    stage.stop();
    throw problem;
  }
  return stage;
}

/** ---------------------------------------------------------------- stimuli */

async function stimulate<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  stage: Stage,
  questions: Questions<Machine>,
  { event, label }: Step<Machine>,
  hasScreen: boolean,
): Promise<void> {
  const press = hasScreen ? (model.press?.[label] ?? model.press?.[event.type]) : undefined;
  if (press) return press(event, stage);
  const own = model.stimuli?.[label] ?? model.stimuli?.[event.type];
  if (own) return stage.act(() => own(stage, event));
  if (event.type.startsWith("user.")) {
    if (hasScreen) throw new Mismatch(`Nobody knows how a person does ${event.type}`);
    return stage.act(() => model.actor(stage.app)?.send(event));
  }
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event.type) ?? [];
  if (delay !== undefined) return stage.advance(durationOf(model, delay));
  const [, how, invoke] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  if (how !== undefined && invoke !== undefined) return stage.act(() => questions.answer(invoke, event));
  return stage.act(() => emitOutside(stage.ports, event));
}

function durationOf(
  { chart, delays }: { chart: string; delays?: Readonly<Record<string, number>> },
  delay: string,
) {
  const duration = delays?.[delay];
  if (duration === undefined) throw new Mismatch(`The table of ${chart} does not say how long ${delay} is`);
  return duration;
}

/** Assigns pending port calls to the states that made them. */
class Questions<Machine extends AnyStateMachine> {
  readonly #byLeaf = new Map<string, PendingCall[]>();
  #known = new Set<PendingCall>();

  constructor(
    readonly model: ChartModel<Machine>,
    readonly stage: Stage,
  ) {}

  /** Pending calls at the start of a path belong to its first leaves. */
  begin(snapshot: SnapshotOf<Machine>): void {
    for (const leaf of leavesOf(snapshot)) this.#assign(leaf, { snapshot, step: null });
    this.#known = new Set(this.#waiting());
  }

  /** Calls that a step made belong to the leaves it entered. */
  follow(step: Step<Machine>): void {
    const moment = { snapshot: step.after, step };
    const active = leavesOf(step.after);
    for (const leaf of this.#byLeaf.keys()) if (!active.includes(leaf)) this.#byLeaf.delete(leaf);
    for (const leaf of active) if (hasEntered(step, leaf)) this.#assign(leaf, moment);
    this.#known = new Set(this.#waiting());
  }

  answer(invoke: string, event: EventObject & { output?: unknown; error?: unknown }): void {
    const { calls, chart, machine } = this.model;
    const names = [calls[invoke] ?? []].flat();
    if (names.length === 0) throw new Mismatch(`The table of ${chart} does not say which call ${invoke} is`);
    const leaf = leafInvoking(machine, invoke);
    const call =
      this.#byLeaf.get(leaf)?.find((one) => names.includes(one.name)) ??
      names.flatMap((name): PendingCall[] => this.stage.ports.pending(name)).at(-1);
    if (!call) throw new Mismatch(`${names.join(" or ")} was not asked for`);
    if (event.error instanceof Failure) call.reject(event.error.code);
    else (call.resolve as (output: unknown) => void)(event.output);
  }

  /** Results of calls that no state waits for any more. Calls of the chart's root stay current until it ends. */
  lateAnswers({ status }: SnapshotOf<Machine>): Record<string, () => void> {
    const { calls, machine } = this.model;
    const current = new Set([...this.#byLeaf.values()].flat());
    const lasting = status === "active" ? machine.root.invoke.flatMap(({ id }) => calls[id] ?? []) : [];
    const late = this.#waiting().filter((call) => !current.has(call) && !lasting.includes(call.name));
    return Object.fromEntries(
      late.map((call, index) => [
        `a late answer to ${call.name} (${index + 1})`,
        () => call.reject("network"),
      ]),
    );
  }

  #assign(leaf: string, moment: Moment<Machine>): void {
    const names = (rowAt(this.model, leaf, moment).asks ?? []).map(nameOf);
    const taken = new Set(
      [...this.#byLeaf.entries()].flatMap(([other, calls]) => (other === leaf ? [] : calls)),
    );
    const fresh = this.#waiting().filter((call) => !this.#known.has(call) && !taken.has(call));
    this.#byLeaf.set(
      leaf,
      fresh.filter(({ name }) => names.includes(name)),
    );
  }

  #waiting(): PendingCall[] {
    const { calls, isOwn = () => true } = this.model;
    return [...new Set(Object.values(calls).flat())]
      .flatMap((name): PendingCall[] => this.stage.ports.pending(name))
      .filter(({ name, input }) => isOwn({ call: name, input }));
  }
}

function leafInvoking(machine: AnyStateMachine, invoke: string): string {
  return (
    allLeaves(machine).find((leaf) => nodeAt(machine, leaf).invoke.some(({ id }) => id === invoke)) ?? ""
  );
}

/** ---------------------------------------------------------------- checks */

function check<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  stage: Stage,
  moment: Moment<Machine>,
  hasScreen = false,
): void {
  const rows = leavesOf(moment.snapshot).map((leaf) => rowAt(model, leaf, moment));
  const actor = model.actor(stage.app);
  if (rows.some(({ gone }) => gone)) {
    if (actor) throw new Mismatch(`${model.chart} goes on after its end`);
  } else {
    if (!actor) throw new Mismatch(`${model.chart} is not there`);
    const expected = Object.assign({}, ...rows.map(({ reads }) => reads));
    expectSame("status", actor.getSnapshot().status, "active");
    expectSame("states of the actor", leavesOf(actor.getSnapshot()).sort(), leavesOf(moment.snapshot).sort());
    expectSame("views read", model.reads(actor.getSnapshot(), stage), expected);
  }
  for (const { holds } of rows)
    for (const [what, value] of Object.entries(holds ?? {}))
      expectSame(`held: ${what}`, stage.ports.held[what as keyof Held], value);
  if (hasScreen) checkScreen(rows.flatMap(({ sees = [] }) => sees));
}

function checkWire<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  stage: Stage,
  step: Step<Machine>,
  mark: number,
): void {
  const moment = { snapshot: step.after, step };
  const entered = leavesOf(step.after).filter((leaf) => hasEntered(step, leaf));
  const asked = entered.flatMap((leaf) => rowAt(model, leaf, moment).asks ?? []);
  const [, failed] = /^xstate\.error\.actor\.(.+)$/.exec(step.event.type) ?? [];
  const logged: Wire[] =
    failed !== undefined && model.logged?.includes(failed) ? [["log", logLine(model, step.event)]] : [];
  const expected = [...asked, ...logged, ...(model.told?.(step) ?? [])].map(textOf).sort();
  expectSame("on the wire", wireSince(model, stage, mark), expected);
}

/** The line that a chart's `reportFailure` writes. */
function logLine<Machine extends AnyStateMachine>(
  { chart }: ChartModel<Machine>,
  event: EventObject,
): string {
  return `${chart}: ${event.type}`;
}

function wireSince<Machine extends AnyStateMachine>(
  { chart, calls, tells = [], isOwn = () => true }: ChartModel<Machine>,
  { ports }: Stage,
  mark: number,
): string[] {
  const own = new Set<string>([...Object.values(calls).flat(), ...tells]);
  const isLogged = ({ call, input }: WireEntry) => call === "log" && String(input).startsWith(`${chart}: `);
  return ports.wire
    .slice(mark)
    .filter((entry) => isLogged(entry) || (own.has(entry.call) && isOwn(entry)))
    .map(({ call, input }) => textOf([call, input]))
    .sort();
}

function nameOf(wire: Wire): string {
  return typeof wire === "string" ? wire : wire[0];
}

function textOf(wire: Wire): string {
  const [call, input] = typeof wire === "string" ? [wire] : wire;
  return input === undefined ? call : `${call} ${stable(input)}`;
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  const difference = differenceOf(what, actual, expected);
  if (difference !== null) throw new Mismatch(difference);
}
