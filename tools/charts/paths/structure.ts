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

/** The parts of a snapshot that specs read. */
export interface Snapshot<Context, Value = StateValue> {
  readonly value: Value;
  readonly context: Context;
  readonly status: string;
  readonly tags: ReadonlySet<string>;
  readonly children: Readonly<Record<string, AnyActorRef | undefined>>;
}

/**
 * The next snapshot of a chart and the actions of an event; no action runs. The logic is a wrapper, because
 * XState would otherwise compute the chart's initial state for every call, which doubles the time.
 *
 * @param taken gets the keys of the transitions taken, also of each `always`
 */
export function answerOf(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
  taken?: string[],
) {
  const underWay: ActorLogic<AnyMachineSnapshot, EventObject> = {
    transition: (before, received, scope) => {
      if (taken)
        scope.system.inspect((seen) => {
          if (seen.type === "@xstate.microstep") taken.push(...seen._transitions.map(transitionKey));
        });
      return machine.transition(before, received, scope);
    },
    getInitialSnapshot: () => snapshot,
    getPersistedSnapshot: (persisted) => persisted,
  };
  return transition(underWay, snapshot, event);
}

/** Active leaves, e.g. ["list.ready.idle", "unread.known"]; [""] for a chart without states. */
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

/** The paths of all leaves of a chart, without transient ones (an `always` without a guard). */
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

export function allStates(machine: AnyStateMachine): string[] {
  const visit = (node: AnyStateNode): string[] =>
    Object.values(node.states).flatMap((child) => [child.path.join("."), ...visit(child)]);
  return visit(machine.root);
}

function isTransient(node: AnyStateNode): boolean {
  return (node.always ?? []).some((transition) => transition.guard === undefined);
}

/** The node of a leaf; "" is the root. */
export function nodeAt(machine: AnyStateMachine, leaf: string): AnyStateNode {
  const byLeaf =
    nodesByLeaf.get(machine.root) ??
    new Map(nodesOf(machine.root).map((node) => [node.path.join("."), node]));
  nodesByLeaf.set(machine.root, byLeaf);
  const node = byLeaf.get(leaf);
  if (!node) throw new Error(`There is no state \`${leaf}\`.`);
  return node;
}

const nodesByLeaf = new WeakMap<AnyStateNode, ReadonlyMap<string, AnyStateNode>>();

/** The node and all nodes below it. */
export function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

/** A transition exits everything below the closest node that contains its source and its targets. */
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

function ancestorsOf(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [];
}

/** A name that stays the same across `provide`: the source, the event, and the position among its siblings. */
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

/** All transitions of a chart by key, including `always`, which the drawing leaves out. */
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

export function allTransitions(machine: AnyStateMachine): string[] {
  return [...transitionsOf(machine).keys()].sort();
}
