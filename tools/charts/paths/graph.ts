/**
 * Generates paths through a chart. The paths take every transition at least once with every payload class.
 * Each path then takes the shortest way to a state of rest, where a wrong transition shows.
 *
 * `@xstate/graph` computes the snapshots; no actor starts. `walk.ts` runs the steps on an actor.
 */
import {
  adjacencyMapToArray,
  getAdjacencyMap,
  type SerializedEvent,
  type SerializedSnapshot,
} from "@xstate/graph";
import {
  type ActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type ContextFrom,
  type EventFromLogic,
  type EventObject,
  getNextTransitions,
  type InputFrom,
  initialTransition,
  type SnapshotFrom,
  type Snapshot as XStateSnapshot,
} from "xstate";
import {
  allLeaves,
  answerOf,
  isExitedBy,
  leavesOf,
  nodeAt,
  type Snapshot,
  transitionKey,
} from "./structure.ts";

export type SnapshotOf<Machine extends AnyStateMachine> = Snapshot<
  ContextFrom<Machine>,
  SnapshotFrom<Machine> extends { value: infer Value } ? Value : never
>;

/**
 * Payload classes: a label for each kind of event that matters, e.g. `"im.connectFailed 705"`. A function may
 * read the snapshot and the environment. It returns null where the event cannot come.
 */
export type Events<Machine extends AnyStateMachine> = Record<
  string,
  | EventFromLogic<Machine>
  | ((snapshot: SnapshotOf<Machine>, around: string) => EventFromLogic<Machine> | null)
>;

/** The possible results of invoked promises: outputs by invoke id and name, and names of failures. */
export type Answers<Machine extends AnyStateMachine> = Record<
  string,
  {
    done?: Record<string, (snapshot: SnapshotOf<Machine>) => unknown>;
    failed?: readonly string[];
  }
>;

export interface GraphSpec<Machine extends AnyStateMachine> {
  machine: Machine;
  input: InputFrom<Machine>;
  events: Events<Machine>;
  /** Invoke ids left out never answer in the traversal: streams, and children that do not end. */
  answers: Answers<Machine>;
  /** The error that a name in `failed` means; by default an `Error` with that message. */
  failureOf?(name: string): unknown;
  /** The part of the context that distinguishes vertices, besides the state; "" for none. */
  key?: (snapshot: SnapshotOf<Machine>) => string;
  /** The same for the whole snapshot, instead of `key`. */
  wholeKey?: (snapshot: AnyMachineSnapshot) => string;
  /**
   * The environment, as far as it decides which events can come. It distinguishes vertices, too. Many models
   * keep a ledger in it: the expected state, computed from the labels alone.
   */
  around?: {
    start: string;
    after: (around: string, label: string, snapshot: SnapshotOf<Machine>, cause: Cause) => string;
    /** The part that distinguishes vertices, if the environment holds more. */
    key?: (around: string) => string;
  };
  /** Labels that cannot come here, because of the environment or because another timer ends first. */
  cannot?: (label: string, around: string, snapshot: SnapshotOf<Machine>) => boolean;
  /** Whether a stimulus cannot come here, as `cannot`. It may try it. */
  refuses?: (snapshot: AnyMachineSnapshot, around: string, stimulus: Stimulus) => boolean;
  /**
   * Events that children of the chart send in the same step because of the label, in order. `around` is the
   * environment before the step.
   */
  replies?: (
    label: string,
    snapshot: SnapshotOf<Machine>,
    around: string,
  ) => readonly EventFromLogic<Machine>[];
  /**
   * The regions are independent: each transition and each payload class is walked once, in any combination of
   * states.
   */
  isApart?: true;
  /** A coarser class of the context: each transition is walked once in every class. */
  phase?: (snapshot: SnapshotOf<Machine>, around: string) => string;
  /** Labels to walk even where the chart ignores them, to show that a guard holds them back. */
  evenIgnored?: readonly string[];
  /**
   * A transition leaves something on the screen that blocks others, so "each" walks every transition in its
   * own path.
   */
  isAlone?: true;
  /**
   * A spec with the same start and the same steps: only `cannot`, `isRest` and what must be walked differ. What was
   * computed for it is used again.
   */
  sameStepsAs?: GraphSpec<Machine>;
  /** What "each" must walk once: what a step shows. By default, each transition with each payload class. */
  shows?: (step: Step<Machine>) => readonly string[];
  isRest: (snapshot: SnapshotOf<Machine>) => boolean;
  /** The most edges of the graph; more mean that `key` holds a counter, and are an error. */
  limit?: number;
  /** The most vertices at which events are tried, those nearest to the start first. */
  bound?: number;
}

/** The event of a step, and the snapshot before it. */
export interface Cause {
  event: EventObject;
  before: AnyMachineSnapshot;
}

export interface Step<Machine extends AnyStateMachine> {
  /** As in test names: "user.retrySync", "reconnect done", "after toastDuration". */
  label: string;
  machine: Machine;
  event: EventObject;
  /** The transitions that the event selects, before any `always`. */
  selected: readonly AnyTransitionDefinition[];
  /** On a path: keys of the transitions taken, also of each `always`. */
  taken: readonly string[];
  before: SnapshotOf<Machine>;
  after: SnapshotOf<Machine>;
  aroundBefore: string;
  around: string;
}

export interface Path<Machine extends AnyStateMachine> {
  name: string;
  start: SnapshotOf<Machine>;
  steps: readonly Step<Machine>[];
}

/** A path with this many steps takes no further transition. */
const ENOUGH = 16;

/** The most steps to a further transition. A new path from the start is as fast beyond that. */
const FAR = 3;

const LIMIT = 20_000;

interface Edge {
  from: string;
  to: string;
  label: string;
  /** What the edge covers; each obligation needs only one edge. */
  obligations: readonly string[];
}

interface Graph {
  start: string;
  vertexOf: (place: Place) => string;
  places: readonly Place[];
  leavesAt: ReadonlyMap<string, readonly string[]>;
  edges: readonly Edge[];
  outgoing: ReadonlyMap<string, readonly Edge[]>;
  /** The labels of the first way found to every vertex. */
  wayTo: ReadonlyMap<string, readonly string[]>;
  /** The labels of the shortest way from every vertex to a rest. */
  wayOut: ReadonlyMap<string, readonly string[]>;
}

/**
 * Covers every obligation of the chart with few paths, chosen greedily. A complete path covers one obligation
 * and ends. With "each", a path continues to further obligations, because a screen takes long to open.
 *
 * @param detail "complete": each transition with each payload class, each change of leaves and each phase;
 *   "each": each transition with each payload class, once, or what `shows` says
 */
export function pathsOf<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  detail: "complete" | "each" = "complete",
): Path<Machine>[] {
  const graph = explore(spec, detail);
  const edgeAt = new Map(graph.edges.map((edge) => [`${edge.from}\n${edge.label}`, edge]));
  const due = new Set(graph.edges.flatMap(({ obligations }) => obligations));
  const settle = (labels: readonly string[]) => {
    let vertex = graph.start;
    for (const label of labels) {
      const edge = edgeAt.get(`${vertex}\n${label}`);
      if (!edge) break;
      for (const obligation of edge.obligations) due.delete(obligation);
      vertex = edge.to;
    }
  };
  const goesOn = detail === "each" && !spec.isAlone;
  const isDue = (edge: Edge) => edge.obligations.some((obligation) => due.has(obligation));
  const chosen: Path<Machine>[] = [];
  // Far edges first make few paths. In a graph without an end they make long ones.
  const sign = spec.bound === undefined ? -1 : 1;
  const inOrder = [...graph.edges].sort((a, b) => sign * (lengthTo(graph, a.from) - lengthTo(graph, b.from)));
  for (const edge of inOrder) {
    if (!isDue(edge)) continue;
    let labels = [...(graph.wayTo.get(edge.from) ?? []), edge.label];
    let path = walkToRest(spec, graph, labels, edge.to);
    settle(labels);
    for (const obligation of edge.obligations) due.delete(obligation);
    for (let at = edge.to; goesOn && labels.length < ENOUGH; ) {
      const next = nearest(graph, at, isDue);
      if (!next) break;
      const further = [...labels, ...next.way];
      const longer = tryWalk(spec, [...further, ...(graph.wayOut.get(next.to) ?? [])]);
      if (!longer) break;
      labels = further;
      path = longer;
      settle(labels);
      at = next.to;
    }
    settle(path.steps.map(({ label }) => label));
    chosen.push(path);
  }
  return chosen.reverse();
}

/**
 * Chooses paths that together have everything that `has` says of the steps of all, and few steps. The choice is greedy,
 * and the same for the same paths.
 */
export function fewestOf<Machine extends AnyStateMachine>(
  paths: readonly Path<Machine>[],
  has: (step: Step<Machine>) => readonly string[],
): Path<Machine>[] {
  const left = new Map(paths.map((path) => [path, new Set(path.steps.flatMap(has))]));
  const chosen = new Set<Path<Machine>>();
  while (left.size > 0) {
    let best: Path<Machine> | null = null;
    let most = 0;
    for (const [path, { size }] of left) {
      if (size === 0) left.delete(path);
      const worth = size / (path.steps.length + OPENING);
      if (worth > most) [best, most] = [path, worth];
    }
    if (!best) break;
    chosen.add(best);
    const had = left.get(best) ?? new Set();
    left.delete(best);
    for (const due of left.values()) for (const one of had) due.delete(one);
  }
  return paths.filter((path) => chosen.has(path));
}

/** The steps that take as long as the start of a path. */
const OPENING = 4;

/** The shortest path to each combination of leaves in which a leaf appears for the first time. */
export function pathsToLeaves<Machine extends AnyStateMachine>(spec: GraphSpec<Machine>): Path<Machine>[] {
  const graph = explore(spec);
  const seen = new Set<string>();
  const paths: Path<Machine>[] = [];
  for (const [vertex, labels] of graph.wayTo) {
    const leaves = graph.leavesAt.get(vertex)?.filter((leaf) => !seen.has(leaf)) ?? [];
    if (leaves.length === 0) continue;
    for (const leaf of leaves) seen.add(leaf);
    paths.push({ ...walk(spec, labels), name: leaves.join(", ") });
  }
  return paths;
}

export function unreachedLeaves<Machine extends AnyStateMachine>(spec: GraphSpec<Machine>): string[] {
  const reached = new Set([...explore(spec).leavesAt.values()].flat());
  return allLeaves(spec.machine).filter((leaf) => !reached.has(leaf));
}

export function end<Machine extends AnyStateMachine>(path: Path<Machine>): SnapshotOf<Machine> {
  return path.steps.at(-1)?.after ?? path.start;
}

/** Whether a step entered the leaf, or left it and entered it again. */
export function hasEntered<Machine extends AnyStateMachine>(step: Step<Machine>, leaf: string): boolean {
  if (!leavesOf(step.after).includes(leaf)) return false;
  if (!leavesOf(step.before).includes(leaf)) return true;
  const node = nodeAt(step.machine, leaf);
  return step.selected.some((transition) => isExitedBy(node, transition));
}

/** ---------------------------------------------------------------- exploring */

export type Stimulus = readonly [label: string, event: EventObject];

/** A state of the chart and every stimulus that can come there, whether the chart answers it or not. */
export interface Situation {
  snapshot: AnyMachineSnapshot;
  around: string;
  /** `transitions` are those that the event selects, before any `always`. */
  stimuli: readonly {
    label: string;
    event: EventObject;
    transitions: readonly AnyTransitionDefinition[];
  }[];
}

/** Every reachable active situation of the chart. */
export function situationsOf<Machine extends AnyStateMachine>(spec: GraphSpec<Machine>): Situation[] {
  return explore(spec)
    .places.filter(({ snapshot }) => snapshot.status === "active")
    .map((place) => ({
      ...place,
      stimuli: [...stimuliHere(spec, place)].map(([label, selected]) => ({ label, ...selected })),
    }));
}

/** A snapshot of the chart and its environment: one vertex of the graph. */
interface Place {
  snapshot: AnyMachineSnapshot;
  around: string;
}

/** The graph of a spec, computed once for each detail. */
function explore<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  detail: "complete" | "each" = "complete",
): Graph {
  const graphs = explored.get(spec) ?? {};
  explored.set(spec, graphs);
  graphs[detail] ??= findGraph(spec, detail);
  return graphs[detail];
}

const explored = new WeakMap<object, { complete?: Graph; each?: Graph }>();

function findGraph<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  detail: "complete" | "each",
): Graph {
  const keys = new Map<string, string>();
  const keyOf = (around: string) => {
    const key = keys.get(around) ?? spec.around?.key?.(around) ?? around;
    keys.set(around, key);
    return key;
  };
  const known = new WeakMap<AnyMachineSnapshot, string>();
  const vertexOf = ({ snapshot, around }: Place) => {
    const own =
      known.get(snapshot) ??
      `${JSON.stringify(snapshot.value)} ${(spec.wholeKey ?? spec.key)?.(snapshot) ?? ""}`;
    known.set(snapshot, own);
    return `${own} ${keyOf(around)}`;
  };
  const start = startOf(spec);
  let tried = 0;
  const adjacent = adjacencyMapToArray(
    getAdjacencyMap(asLogic(spec, start), {
      limit: spec.limit ?? LIMIT,
      stopWhen: () => ++tried > (spec.bound ?? LIMIT),
      serializeState: (state) => vertexOf(placeIn(state)) as SerializedSnapshot,
      serializeEvent: ({ type }) => type as SerializedEvent,
      events: (state) => enabled(spec, placeIn(state)).map((type) => ({ type })),
    }),
  );
  const edges = adjacent.map(({ state, event, nextState }): Edge => {
    const [from, to] = [placeIn(state), placeIn(nextState)];
    const obligations = obligationsOf(spec, event.type, from, to, detail);
    return { from: vertexOf(from), to: vertexOf(to), label: event.type, obligations };
  });
  const places = [start, ...adjacent.map(({ nextState }) => placeIn(nextState))];
  const rests = places.filter(({ snapshot }) => spec.isRest(snapshot)).map(vertexOf);
  const backwards = edges.map(({ from, to, label }) => ({ from: to, to: from, label }));
  const wayOut = new Map(
    [...shortestWays(rests, backwards)].map(([vertex, way]) => [vertex, [...way].reverse()]),
  );
  const wayTo = shortestWays([vertexOf(start)], edges);
  const vertices = new Map(places.map((place) => [vertexOf(place), place]));
  const leavesAt = new Map([...vertices].map(([vertex, { snapshot }]) => [vertex, leavesOf(snapshot)]));
  const outgoing = byOrigin(edges);
  return {
    start: vertexOf(start),
    vertexOf,
    places: [...vertices.values()],
    leavesAt,
    edges,
    outgoing,
    wayTo,
    wayOut,
  };
}

type PlaceSnapshot = XStateSnapshot<unknown> & Place;

function asLogic<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  start: Place,
): ActorLogic<PlaceSnapshot, EventObject> {
  const asSnapshot = (place: Place): PlaceSnapshot => ({
    status: "active",
    output: undefined,
    error: undefined,
    ...place,
  });
  return {
    getInitialSnapshot: () => asSnapshot(start),
    transition: (state, { type }) => asSnapshot(step(spec, state, type).next),
    getPersistedSnapshot: (state) => state,
  };
}

function placeIn({ snapshot, around }: PlaceSnapshot): Place {
  return { snapshot, around };
}

/** What the chart does from a snapshot on, computed when it is first needed. */
interface Known {
  /** By environment, then by label. */
  readonly stimuli: Map<string, ReadonlyMap<string, Selected>>;
  /** By environment and label. `taken` is null until a path needs it. */
  readonly steps: Map<string, { next: Place; taken: readonly string[] | null }>;
}

/** An event, and the transitions that it selects; an `always` may follow. */
interface Selected {
  event: EventObject;
  transitions: readonly AnyTransitionDefinition[];
}

interface Memory {
  machine: AnyStateMachine;
  start: Place;
  known: WeakMap<AnyMachineSnapshot, Known>;
}

const memories = new WeakMap<object, Memory>();

function memoryOf<Machine extends AnyStateMachine>(spec: GraphSpec<Machine>): Memory {
  const { machine, input, around } = spec;
  const origin = spec.sameStepsAs ?? spec;
  const before = memories.get(origin);
  if (before?.machine === machine) return before;
  const chart: AnyStateMachine = machine;
  const start = { snapshot: initialTransition(chart, input)[0], around: around?.start ?? "" };
  const memory = { machine, start, known: new WeakMap() };
  memories.set(origin, memory);
  return memory;
}

function knownAt<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  snapshot: AnyMachineSnapshot,
): Known {
  const { known } = memoryOf(spec);
  const here = known.get(snapshot) ?? { stimuli: new Map(), steps: new Map() };
  known.set(snapshot, here);
  return here;
}

function startOf<Machine extends AnyStateMachine>(spec: GraphSpec<Machine>): Place {
  return memoryOf(spec).start;
}

function step<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  place: Place,
  label: string,
  needsTaken = false,
): { next: Place; taken: readonly string[] } {
  const { steps } = knownAt(spec, place.snapshot);
  const key = `${place.around}\n${label}`;
  const before = steps.get(key);
  if (before && (before.taken || !needsTaken)) return { next: before.next, taken: before.taken ?? [] };
  const { event } = selectedAt(spec, place, label);
  const machine: AnyStateMachine = spec.machine;
  const taken = needsTaken ? [] : undefined;
  let [snapshot] = answerOf(machine, place.snapshot, event, taken);
  for (const reply of spec.replies?.(label, snapshot, place.around) ?? [])
    [snapshot] = answerOf(machine, snapshot, reply, taken);
  const around =
    spec.around?.after(place.around, label, snapshot, { event, before: place.snapshot }) ?? place.around;
  const next = before?.next ?? { snapshot, around };
  steps.set(key, { next, taken: taken ?? null });
  return { next, taken: taken ?? [] };
}

function selectedAt<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  place: Place,
  label: string,
): Selected {
  const selected = stimuliHere(spec, place).get(label);
  if (!selected) throw new Error(`"${label}" cannot come in ${JSON.stringify(place.snapshot.value)}`);
  return selected;
}

function obligationsOf<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  label: string,
  from: Place,
  to: Place,
  detail: "complete" | "each",
): string[] {
  const taken = stepOf(spec, label, from, to);
  const selected = taken.selected.map(transitionKey);
  if (spec.isApart) return [label, ...selected];
  if (detail === "each") return [...(spec.shows?.(taken) ?? [[label, ...selected].join(" ")])];
  const [left, entered] = [without(from.snapshot, to.snapshot), without(to.snapshot, from.snapshot)];
  const whole = [
    label,
    ...selected,
    "-",
    ...left,
    "+",
    ...entered,
    "in",
    spec.phase?.(from.snapshot, from.around),
  ].join(" ");
  return [whole];
}

function stepOf<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  label: string,
  from: Place,
  to: Place,
  taken: readonly string[] = [],
): Step<Machine> {
  const { event, transitions } = selectedAt(spec, from, label);
  return {
    label,
    machine: spec.machine,
    event,
    selected: transitions,
    taken,
    before: from.snapshot,
    after: to.snapshot,
    aroundBefore: from.around,
    around: to.around,
  };
}

function without(a: AnyMachineSnapshot, b: AnyMachineSnapshot): string[] {
  const others = leavesOf(b);
  return leavesOf(a).filter((leaf) => !others.includes(leaf));
}

/** The labels that the chart answers here. */
function enabled<Machine extends AnyStateMachine>(spec: GraphSpec<Machine>, place: Place): string[] {
  return [...stimuliHere(spec, place).keys()].filter((label) => isEnabled(spec, place, label));
}

function isEnabled<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  place: Place,
  label: string,
): boolean {
  const selected = stimuliHere(spec, place).get(label);
  if (!selected || spec.cannot?.(label, place.around, place.snapshot)) return false;
  return selected.transitions.length > 0 || (spec.evenIgnored ?? []).includes(label);
}

/** By label: the stimuli that can come here, unless `cannot` says otherwise. Empty once the chart has ended. */
function stimuliHere<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  place: Place,
): ReadonlyMap<string, Selected> {
  const { stimuli } = knownAt(spec, place.snapshot);
  const here = stimuli.get(place.around) ?? findStimuli(spec, place);
  stimuli.set(place.around, here);
  return here;
}

function findStimuli<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  place: Place,
): ReadonlyMap<string, Selected> {
  const { snapshot, around } = place;
  const machine: AnyStateMachine = spec.machine;
  const found = new Map<string, Selected>();
  if (snapshot.status !== "active") return found;
  for (const [label, event] of stimuliAt(spec, place))
    if (!found.has(label) && !spec.refuses?.(snapshot, around, [label, event]))
      found.set(label, { event, transitions: machine.getTransitionData(snapshot, event) });
  return found;
}

/** All stimuli that can come here, answered or not, including promise results and timers. */
function stimuliAt<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  { snapshot, around }: Place,
): Stimulus[] {
  const events: Record<string, EventObject | EventMaker> = spec.events;
  const outside = Object.entries(events).flatMap(([label, made]): Stimulus[] => {
    const event = typeof made === "function" ? made(snapshot, around) : made;
    return event ? [[label, event]] : [];
  });
  return [...outside, ...inside(spec, snapshot)];
}

type EventMaker = (snapshot: AnyMachineSnapshot, around: string) => EventObject | null;

function inside<Machine extends AnyStateMachine>(
  { answers, failureOf = (name) => new Error(name) }: GraphSpec<Machine>,
  snapshot: AnyMachineSnapshot,
): Stimulus[] {
  const types = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType));
  const ids = Object.keys(answers);
  return [...types].flatMap((type): Stimulus[] => {
    const delay = /^xstate\.after\.([^.]+)\./.exec(type)?.[1];
    if (delay !== undefined) return [[`after ${delay}`, { type }]];
    const id = ids.find((one) => type === `xstate.done.actor.${one}` || type === `xstate.error.actor.${one}`);
    const answer = id === undefined ? undefined : answers[id];
    if (id === undefined || !answer) return [];
    if (type.startsWith("xstate.error"))
      return (answer.failed ?? []).map((name) => [
        `${id} failed (${name})`,
        { type, error: failureOf(name) },
      ]);
    return Object.entries(answer.done ?? { "": () => undefined }).map(([name, output]) => [
      name === "" ? `${id} done` : `${id} done (${name})`,
      { type, output: output(snapshot) },
    ]);
  });
}

function shortestWays(
  starts: readonly string[],
  edges: readonly { from: string; to: string; label: string }[],
): Map<string, readonly string[]> {
  const outgoing = byOrigin(edges);
  const ways = new Map<string, readonly string[]>(starts.map((start) => [start, []]));
  const queue = [...starts];
  for (let vertex = queue.shift(); vertex !== undefined; vertex = queue.shift()) {
    const way = ways.get(vertex) ?? [];
    for (const { to, label } of outgoing.get(vertex) ?? []) {
      if (ways.has(to)) continue;
      ways.set(to, [...way, label]);
      queue.push(to);
    }
  }
  return ways;
}

function byOrigin<Kind extends { from: string }>(edges: readonly Kind[]): Map<string, Kind[]> {
  const outgoing = new Map<string, Kind[]>();
  for (const edge of edges) {
    const list = outgoing.get(edge.from) ?? [];
    list.push(edge);
    outgoing.set(edge.from, list);
  }
  return outgoing;
}

function lengthTo(graph: Graph, vertex: string): number {
  return graph.wayTo.get(vertex)?.length ?? 0;
}

/**
 * Walks labels with the real contexts. The contexts of a vertex may differ from those of the way that found
 * it first.
 */
function walk<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  labels: readonly string[],
): Path<Machine> {
  const start = startOf(spec);
  const steps: Step<Machine>[] = [];
  let place = start;
  for (const label of labels) {
    if (!isEnabled(spec, place, label))
      throw new Error(`"${label}" cannot come in ${JSON.stringify(place.snapshot.value)}`);
    const { next, taken } = step(spec, place, label, true);
    steps.push(stepOf(spec, label, place, next, taken));
    place = next;
  }
  return { name: labels.join(" -> ") || "as it begins", start: start.snapshot, steps };
}

/** Walks labels that lead to the vertex `to`, and from there to a rest. */
function walkToRest<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  graph: Graph,
  labels: readonly string[],
  to: string,
): Path<Machine> {
  const path = tryWalk(spec, [...labels, ...(graph.wayOut.get(to) ?? [])]);
  if (path) return path;
  const way = [...labels];
  let place = startOf(spec);
  for (const label of labels) place = step(spec, place, label).next;
  for (let count = 0; count < ENOUGH; count += 1) {
    const next = graph.wayOut.get(graph.vertexOf(place))?.[0];
    if (next === undefined) break;
    way.push(next);
    place = step(spec, place, next).next;
  }
  return walk(spec, way);
}

/** The shortest way over a wanted edge, including it; null if none is within `FAR` steps. */
function nearest(
  graph: Graph,
  start: string,
  isWanted: (edge: Edge) => boolean,
): { way: readonly string[]; to: string } | null {
  const ways = new Map<string, readonly string[]>([[start, []]]);
  for (const [vertex, way] of ways) {
    if (way.length >= FAR) break;
    for (const edge of graph.outgoing.get(vertex) ?? []) {
      const longer = [...way, edge.label];
      if (isWanted(edge)) return { way: longer, to: edge.to };
      if (!ways.has(edge.to)) ways.set(edge.to, longer);
    }
  }
  return null;
}

/** Null if a label cannot come because the real context differs in something that `key` leaves out. */
function tryWalk<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  labels: readonly string[],
): Path<Machine> | null {
  try {
    return walk(spec, labels);
  } catch {
    return null;
  }
}
