import { wayKey } from "../../src/inspector/tested.ts";
import type { StateDescription, TransitionDescription } from "../../tools/charts/draw/description.ts";
import { statesOf } from "../../tools/charts/draw/description.ts";
import { eventLabel } from "../../tools/charts/draw/labels.ts";

/** Where a drawing shows what an edit changes: paths of states, and transitions as in `wayKey`. */
export interface EditPlace {
  states: readonly string[];
  ways: readonly string[];
}

const NOWHERE: EditPlace = { states: [], ways: [] };

/** Finds the place of an edit by its name (`tools/charts/mutate/edits.ts`). Both lists are empty if the drawing does not show it. */
export function placeOfEdit(name: string, root: StateDescription): EditPlace {
  const at = name.indexOf(": ");
  const [words, what] = [name.slice(0, at).split(" "), name.slice(at + 2)];
  const states = statesOf(root);
  const [first = "", second = ""] = words;
  if (TABLES.includes(first) && !isStateName(words, states)) return inTable(first, second, states);
  const isInRoot = KEYS.includes(first) && !isStateName(words, states);
  const state = isInRoot ? root : states.find(({ path }) => path === first);
  if (!state) return NOWHERE;
  const rest = isInRoot ? words : words.slice(1);
  const event = eventIn(rest, state);
  if (event === null) return { states: [state.path], ways: [] };
  const ways = state.transitions.filter((transition) => transition.event === event.name);
  const number = event.number ?? (event.isWhole ? numberIn(/^drop (#\d+)/.exec(what)?.[1]) : null);
  const chosen = number === null ? ways : ways.slice(number - 1, number);
  if (chosen.length === 0) return { states: [state.path], ways: [] };
  return { states: [], ways: [...new Set(chosen.map(keyOf))] };
}

/** Keys of a state in a chart's source. */
const KEYS = [
  "on",
  "always",
  "after",
  "invoke",
  "entry",
  "exit",
  "description",
  "meta",
  "tags",
  "type",
  "initial",
];

/** Keys of what is beside the states: logic that states name. */
const TABLES = ["actions", "guards", "delays", "actors", "context", "output", "input"];

/** A state may be called "on". The next word is a key of it, and an event otherwise. */
function isStateName(
  [first = "", second = ""]: readonly string[],
  states: readonly StateDescription[],
): boolean {
  return states.some(({ path }) => path === first) && (second === "" || KEYS.includes(second));
}

/** Returns the event that the words lead to. `isWhole` if they end with its transitions. */
function eventIn(
  words: readonly string[],
  state: StateDescription,
): { name: string; number: number | null; isWhole: boolean } | null {
  const [key = "", ...rest] = words;
  const found = (name: string, [next, ...others]: readonly string[]) => {
    const number = numberIn(next);
    return { name, number, isWhole: next === undefined || (number !== null && others.length === 0) };
  };
  if (key === "always") return found("always", rest);
  const [second, ...others] = rest;
  if (second === undefined) return null;
  if (key === "on") return found(eventLabel(second), others);
  if (key === "after") return found(`after ${second}`, others);
  if (key !== "invoke") return null;
  const invoke = state.invokes[(numberIn(second) ?? 1) - 1];
  const [how, ...ofAnswer] = numberIn(second) === null ? rest : others;
  if (invoke === undefined || (how !== "onDone" && how !== "onError")) return null;
  const type = `xstate.${how === "onDone" ? "done" : "error"}.actor.${invoke.split(": ", 1)[0]}`;
  return found(eventLabel(type), ofAnswer);
}

function numberIn(word: string | undefined): number | null {
  const [, digits] = /^#(\d+)$/.exec(word ?? "") ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Where a chart uses a guard, an action or a delay by its name. */
function inTable(table: string, name: string, states: readonly StateDescription[]): EditPlace {
  const isUsed = (label: string) => label.split(/[^\w]+/, 1)[0] === name;
  const transitions = states.flatMap((state) => state.transitions);
  const ways = transitions.filter(({ guard, actions, event }) => {
    if (table === "guards") return (guard ?? "").split(/[^\w]+/).includes(name);
    return table === "actions" ? actions.some(isUsed) : table === "delays" && event === `after ${name}`;
  });
  const entered = states.filter(({ entry, exit }) => table === "actions" && [...entry, ...exit].some(isUsed));
  return { states: entered.map(({ path }) => path), ways: [...new Set(ways.map(keyOf))] };
}

function keyOf({ source, targets, event }: TransitionDescription): string {
  return wayKey({ source, target: targets.join(" "), event });
}
