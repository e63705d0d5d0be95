/** What a chart is made of: its leaves, its transitions, and which of them leave what. */
import { type getStateNodes, toDirectedGraph } from "@xstate/graph";
import {
  type ActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
  type StateValue,
  transition,
} from "xstate";

export type AnyStateNode = ReturnType<typeof getStateNodes>[number];

/** As much of a snapshot as specifications look at. */
export interface Snapshot<Context, Value = StateValue> {
  readonly value: Value;
  readonly context: Context;
  readonly status: string;
  readonly tags: ReadonlySet<string>;
  readonly children: Readonly<Record<string, AnyActorRef | undefined>>;
}

/**
 * What an event makes of a chart, and the actions that belong to it; none is carried out. Told apart from a chart of
 * its own, the library does not begin the chart anew for every answer, which is half of the work.
 */
export function answerOf(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject) {
  const underWay: ActorLogic<AnyMachineSnapshot, EventObject> = {
    transition: (before, received, scope) => machine.transition(before, received, scope),
    getInitialSnapshot: () => snapshot,
    getPersistedSnapshot: (persisted) => persisted,
  };
  return transition(underWay, snapshot, event);
}

/** Active leaves, e.g. ["list.ready.idle", "unread.known"]; for a chart without states [""]. */
export function leavesOf(snapshot: { readonly value: unknown }): string[] {
  return leavesIn(snapshot.value);
}

function leavesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [""];
  const leaves = Object.entries(value).flatMap(([key, inner]) =>
    leavesIn(inner).map((leaf) => (leaf === "" ? key : `${key}.${leaf}`)),
  );
  return leaves.length === 0 ? [""] : leaves;
}

/** Every leaf of a chart by its path; transient ones (an `always` that always leads on) are left out. */
export function allLeaves(machine: AnyStateMachine): string[] {
  const leaves: string[] = [];
  const visit = (node: AnyStateNode) => {
    const children = Object.values(node.states);
    if (children.length === 0 && !isTransient(node)) leaves.push(node.path.join("."));
    for (const child of children) visit(child);
  };
  visit(machine.root);
  return leaves;
}

/** Every state of a chart by its path, but for the chart itself. */
export function allStates(machine: AnyStateMachine): string[] {
  const visit = (node: AnyStateNode): string[] =>
    Object.values(node.states).flatMap((child) => [child.path.join("."), ...visit(child)]);
  return visit(machine.root);
}

function isTransient(node: AnyStateNode): boolean {
  return (node.always ?? []).some((transition) => transition.guard === undefined);
}

/** The node of a leaf ("" is the chart itself). */
export function nodeAt(machine: AnyStateMachine, leaf: string): AnyStateNode {
  return machine.getStateNodeById(leaf === "" ? machine.id : `${machine.id}.${leaf}`);
}

/** A transition leaves everything below the closest node that holds its source and its targets. */
export function isExitedBy(
  node: AnyStateNode,
  { source, target, reenter }: AnyTransitionDefinition,
): boolean {
  const targets: readonly AnyStateNode[] = target ?? [];
  if (targets.length === 0) return false;
  const isInside = !reenter && targets.every((one) => one === source || ancestorsOf(one).includes(source));
  const domain = isInside
    ? source
    : ancestorsOf(source).find((one) => targets.every((other) => ancestorsOf(other).includes(one)));
  return domain !== undefined && ancestorsOf(node).includes(domain);
}

/** From the parent up to the chart itself. */
function ancestorsOf(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [];
}

/** A name for a transition that holds across `provide`: its source, what it answers to, and its place there. */
export function transitionKey(transition: AnyTransitionDefinition): string {
  const { source } = transition;
  const isAlways = transition.eventType === "";
  const siblings = isAlways
    ? (source.always ?? [])
    : ([...source.transitions.entries()].find(([, list]) => list.includes(transition))?.[1] ?? []);
  const name = isAlways ? "always" : shortType(transition.eventType);
  return `${source.id} | ${name}${siblings.length > 1 ? ` #${siblings.indexOf(transition) + 1}` : ""}`;
}

/** "xstate.after.delay.chart.state" as "after delay", "xstate.done.actor.id" as "id done". */
function shortType(type: string): string {
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  if (delay !== undefined) return `after ${delay}`;
  const [, how, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (id !== undefined) return `${id} ${how === "done" ? "done" : "failed"}`;
  return type;
}

/** Every transition of a chart by its key: the drawn edges, and `always`, which the drawing leaves out. */
export function transitionsOf(machine: AnyStateMachine): ReadonlyMap<string, AnyTransitionDefinition> {
  const found = new Map<string, AnyTransitionDefinition>();
  const visit = (node: ReturnType<typeof toDirectedGraph>) => {
    for (const { transition } of node.edges) found.set(transitionKey(transition), transition);
    for (const transition of node.stateNode.always ?? []) found.set(transitionKey(transition), transition);
    for (const child of node.children) visit(child);
  };
  visit(toDirectedGraph(machine));
  return found;
}

/** The keys of every transition of a chart. */
export function allTransitions(machine: AnyStateMachine): string[] {
  return [...transitionsOf(machine).keys()].sort();
}
