import {
  type Change,
  type ChartDescription,
  type StateDescription,
  statesOf,
  type TransitionDescription,
} from "../draw/description.ts";
import type { Behaviour } from "./behaviour.ts";

export interface ChartChanges {
  sentences: readonly string[];
  /** Both versions in one chart, with marks for added, removed and changed parts. */
  merged: ChartDescription;
}

/** Compares two versions of a chart. Returns null if they behave alike as far as the sources show. */
export function changesBetween(before: Behaviour, after: Behaviour): ChartChanges | null {
  const sentences: string[] = [];
  const root = mergedState(before.chart.root, after.chart.root, { before, after, sentences });
  for (const [name, delay] of after.delays) {
    const earlier = before.delays.get(name);
    if (earlier !== undefined && earlier !== delay)
      sentences.push(`\`${name}\` is ${delay} ms instead of ${earlier} ms.`);
  }
  for (const [subject, text] of after.code) {
    const earlier = before.code.get(subject);
    if (earlier !== undefined && earlier !== text) sentences.push(`${subject} is computed in another way.`);
  }
  return sentences.length === 0 ? null : { sentences, merged: { name: after.chart.name, root } };
}

interface Comparison {
  before: Behaviour;
  after: Behaviour;
  sentences: string[];
}

function mergedState(before: StateDescription, after: StateDescription, about: Comparison): StateDescription {
  const { sentences } = about;
  const count = sentences.length;
  compareState(before, after, sentences);
  const isChanged = sentences.length > count;
  const transitions = mergedTransitions(before, after, about);
  const states = after.states.map((state) => {
    const earlier = before.states.find(({ name }) => name === state.name);
    if (earlier) return mergedState(earlier, state, about);
    sentences.push(`${code(state.path)} is new${handled(state)}.`);
    return marked(state, "added");
  });
  const gone = before.states.filter(({ name }) => !after.states.some((state) => state.name === name));
  for (const state of gone) sentences.push(`${code(state.path)} is gone.`);
  return {
    ...after,
    ...(isChanged && { change: "different" as const }),
    transitions,
    states: [...states, ...gone.map((state) => marked(state, "removed"))],
  };
}

function handled(state: StateDescription): string {
  const events = new Set(statesOf(state).flatMap(({ transitions }) => transitions.map(({ event }) => event)));
  return events.size === 0 ? "" : `. It handles ${codes([...events])}`;
}

/** Marks a state with everything in it. */
function marked(state: StateDescription, change: Change): StateDescription {
  return {
    ...state,
    change,
    transitions: state.transitions.map((transition) => ({ ...transition, change })),
    states: state.states.map((inner) => marked(inner, change)),
  };
}

function compareState(before: StateDescription, after: StateDescription, sentences: string[]): void {
  const where = placeOf(after.path);
  if (before.kind !== after.kind) sentences.push(`${where}: it is ${after.kind} instead of ${before.kind}.`);
  else if (before.initial !== after.initial)
    sentences.push(`${where}: it starts in ${code(after.initial)} instead of ${code(before.initial)}.`);
  for (const [list, onNew, onGone] of LISTS) {
    const added = without(after[list], before[list]);
    const removed = without(before[list], after[list]);
    if (added.length > 0) sentences.push(`${where}: it ${onNew} ${codes(added)}.`);
    if (removed.length > 0) sentences.push(`${where}: it ${onGone} ${codes(removed)} any more.`);
    if (added.length + removed.length === 0 && String(after[list]) !== String(before[list]))
      sentences.push(`${where}: the order changed to ${codes(after[list])}.`);
  }
}

const LISTS = [
  ["invokes", "now runs", "does not run"],
  ["entry", "does more on entry:", "does not do on entry:"],
  ["exit", "does more on exit:", "does not do on exit:"],
  ["tags", "has the tag", "does not have the tag"],
] as const;

/** Returns the transitions of both versions: a changed transition is there twice, as removed and as added. */
function mergedTransitions(
  before: StateDescription,
  after: StateDescription,
  about: Comparison,
): TransitionDescription[] {
  const old = tellApart(before, about.before);
  const fresh = tellApart(after, about.after);
  const merged: TransitionDescription[] = [];
  for (const event of new Set([...fresh, ...old].map(({ transition }) => transition.event))) {
    const [mine, theirs] = [old, fresh].map((list) =>
      list.filter(({ transition }) => transition.event === event),
    );
    const [gone, added] = [
      without(mine ?? [], theirs ?? [], keyOf),
      without(theirs ?? [], mine ?? [], keyOf),
    ];
    const pairs = pairsOf(gone, added);
    for (const [one, other] of pairs) about.sentences.push(changed(one.transition, other.transition));
    const [lost, won] = [gone, added].map((list) =>
      list.filter((one) => !pairs.some((pair) => pair.includes(one))),
    );
    for (const { transition } of won ?? [])
      about.sentences.push(`${headOf(transition)} ${effectOf(transition)}. This is new.`);
    for (const { transition } of lost ?? [])
      about.sentences.push(`${headOf(transition)} no longer ${effectOf(transition)}.`);
    if (gone.length + added.length === 0 && String(mine?.map(keyOf)) !== String(theirs?.map(keyOf)))
      about.sentences.push(
        `${placeOf(after.path)}: the guards of ${code(event)} are asked in another order: ${codes((theirs ?? []).map(({ transition }) => transition.guard ?? "otherwise"))}.`,
      );
    merged.push(
      ...(theirs ?? []).map((one) => withChange(one.transition, added.includes(one) ? "added" : undefined)),
      ...gone.map(({ transition }) => withChange(transition, "removed")),
    );
  }
  return merged;
}

interface TransitionValues {
  transition: TransitionDescription;
  /** Source text of the values that it passes to its guard and actions. */
  values: string;
}

function tellApart({ path, transitions }: StateDescription, { values }: Behaviour): TransitionValues[] {
  return transitions.map((transition, index) => ({ transition, values: values.get(path)?.[index] ?? "" }));
}

const labelOf = ({ guard, targets, reenters, actions }: TransitionDescription) =>
  JSON.stringify([guard, targets, reenters, actions]);
const keyOf = ({ transition, values }: TransitionValues) => `${labelOf(transition)} ${values}`;
const withChange = (transition: TransitionDescription, change: Change | undefined) =>
  change ? { ...transition, change } : transition;

/** Pairs a transition with its later version: the same guard, or else the same effect. */
function pairsOf(
  gone: readonly TransitionValues[],
  added: readonly TransitionValues[],
): [TransitionValues, TransitionValues][] {
  const pairs: [TransitionValues, TransitionValues][] = [];
  const free = (one: TransitionValues) => !pairs.some((pair) => pair.includes(one));
  for (const isAlike of [
    (one: TransitionValues, other: TransitionValues) => one.transition.guard === other.transition.guard,
    (one: TransitionValues, other: TransitionValues) =>
      effectOf(one.transition) === effectOf(other.transition),
  ])
    for (const one of gone.filter(free)) {
      const other = added.filter(free).find((later) => isAlike(one, later));
      if (other) pairs.push([one, other]);
    }
  return pairs;
}

function changed(before: TransitionDescription, after: TransitionDescription): string {
  const differences: string[] = [];
  if (String(before.targets) !== String(after.targets))
    differences.push(
      `${leads(after)} instead of ${before.targets.length === 0 ? "staying" : `to ${targetsOf(before.targets)}`}`,
    );
  if (before.reenters !== after.reenters)
    differences.push(after.reenters ? "enters its state again" : "does not enter its state again");
  if (String(before.actions) !== String(after.actions))
    differences.push(
      `${does(after)} instead of ${before.actions.length === 0 ? "nothing" : codes(before.actions)}`,
    );
  if (before.guard !== after.guard)
    differences.push(
      after.guard === null
        ? `does not ask ${code(before.guard)} any more`
        : `asks ${code(after.guard)}${before.guard === null ? "" : ` instead of ${code(before.guard)}`}`,
    );
  if (differences.length === 0) differences.push("passes other values to its guard or actions");
  const condition = before.guard === after.guard && after.guard !== null ? `, if ${code(after.guard)}` : "";
  return `${placeOf(after.source)}: ${code(after.event)} now ${differences.join(" and ")}${condition}.`;
}

function headOf({ source, event, guard }: TransitionDescription): string {
  return `${placeOf(source)}: ${code(event)}${guard === null ? "" : `, if ${code(guard)},`}`;
}

function effectOf(transition: TransitionDescription): string {
  const { targets, actions } = transition;
  if (actions.length === 0) return leads(transition);
  return targets.length === 0 ? does(transition) : `${leads(transition)} and ${does(transition)}`;
}

const leads = ({ targets }: TransitionDescription) =>
  targets.length === 0 ? "stays" : `leads to ${targetsOf(targets)}`;
const does = ({ actions }: TransitionDescription) =>
  actions.length === 0 ? "does nothing" : `does ${codes(actions)}`;
const targetsOf = (targets: readonly string[]) => codes(targets.map((target) => target || "the chart"));

/** Returns the items of `list` that are not in `other`; an item there twice counts twice. */
function without<Item>(
  list: readonly Item[],
  other: readonly Item[],
  key: (item: Item) => unknown = (item) => item,
): Item[] {
  const left = other.map(key);
  return list.filter((item) => {
    const at = left.indexOf(key(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const placeOf = (path: string) => (path === "" ? "Anywhere" : code(path));
const code = (text: string | null) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(", ");
