import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { actionLabel, eventLabel, guardLabel } from "./labels.ts";

/** A chart as plain data: nested states and their transitions. Drawings and tables use this data. */
export interface ChartDescription {
  name: string;
  root: StateDescription;
}

/** The difference of a part from an earlier version of the chart. Charts read from a machine have none. */
export type Change = "added" | "removed" | "different";

export interface StateDescription {
  /** Path in the chart, with dots; "" is the chart itself. */
  path: string;
  name: string;
  kind: "atomic" | "compound" | "parallel" | "final" | "history";
  description: string | null;
  /** Requirements and race rules of this state, e.g. "R10, R18". */
  rule: string | null;
  tags: readonly string[];
  initial: string | null;
  /** Children that live as long as the state: "id", or "id: source" if the two differ. */
  invokes: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  transitions: readonly TransitionDescription[];
  states: readonly StateDescription[];
  change?: Change;
}

export interface TransitionDescription {
  /** Path of the state that handles the event. */
  source: string;
  event: string;
  guard: string | null;
  /** Paths; empty for a transition that stays in its state. */
  targets: readonly string[];
  /** Whether the source state is exited and entered again. */
  reenters: boolean;
  actions: readonly string[];
  change?: Change;
}

/** Reads the description from the running machine, so that it is always current. */
export function describeChart(machine: AnyStateMachine): ChartDescription {
  return { name: machine.id, root: describeState(machine.root) };
}

function describeState(node: AnyStateNode): StateDescription {
  const rule: unknown = node.meta?.rule;
  return {
    path: pathOf(node),
    name: node.key,
    kind: node.type,
    description: node.description ?? null,
    rule: typeof rule === "string" ? rule : null,
    tags: node.tags,
    initial: node.type === "compound" ? pathOf(node.initial.target[0]) : null,
    invokes: node.invoke.map(({ id, src }) => (typeof src === "string" && src !== id ? `${id}: ${src}` : id)),
    // from the config, because XState adds actions for its delays
    entry: listOf(node.config.entry).map(actionLabel),
    exit: listOf(node.config.exit).map(actionLabel),
    transitions: [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(describeTransition),
    states: Object.values(node.states).map(describeState),
  };
}

function describeTransition(transition: AnyTransitionDefinition): TransitionDescription {
  const { source, target, guard, actions, eventType, reenter } = transition;
  return {
    source: pathOf(source),
    event: eventLabel(eventType),
    guard: guardLabel(guard),
    targets: (target ?? []).map(pathOf),
    reenters: reenter === true,
    actions: actions.map(actionLabel),
  };
}

const listOf = (one: unknown): unknown[] => (one === undefined ? [] : Array.isArray(one) ? one : [one]);
const pathOf = (node: AnyStateNode | undefined): string => node?.path.join(".") ?? "";

export function statesOf(state: StateDescription): StateDescription[] {
  return [state, ...state.states.flatMap(statesOf)];
}

export function isBelow(path: string, above: string): boolean {
  return path !== above && (above === "" || path.startsWith(`${above}.`));
}
