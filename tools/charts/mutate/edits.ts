/**
 * Mutants of a chart: its source with one small edit. An edit drops a transition or points it to a sibling state,
 * drops an action, an invoke, a delay or a re-entry, negates a guard, omits an assignment, or changes a comparison or
 * a number.
 */
import { parseSync } from "vite";
import {
  calleeOf,
  isIn,
  isNode,
  isProperty,
  keyOf,
  type Node,
  type Place,
  textOf,
  visit,
  withComma,
} from "./tree.ts";

export interface Edit {
  /** Where the edit is and what it does, e.g. `inRoom.calling on signal.reject: drop`. */
  name: string;
  start: number;
  end: number;
  text: string;
}

export function edited(source: string, { start, end, text }: Edit): string {
  return `${source.slice(0, start)}${text}${source.slice(end)}\n${IMPORT}`;
}

/** Guards are negated with XState's own `not`. */
const IMPORT = 'import { not as turnedRound } from "xstate";\n';

/** Every edit of a chart's source, in the order of the source. */
export function editsOf(source: string): Edit[] {
  const { program, errors } = parseSync("chart.ts", source);
  if (errors.length > 0) throw new Error(`The chart cannot be read: ${errors[0]?.message}`);
  const edits: Edit[] = [];
  visit(program, [], (node, parents) => {
    const add: Add = (what, { start, end }, text) => {
      const name = `${placeOf([...parents, node])}: ${what}`.trim();
      const namesakes = edits.filter((edit) => edit.name.replace(/ \(\d+\)$/, "") === name).length;
      edits.push({ name: namesakes > 0 ? `${name} (${namesakes + 1})` : name, start, end, text });
    };
    if (isIn(parents, node, "createMachine")) inChart(node, parents, source, add);
    else if (isIn(parents, node, "setup")) inLogic(node, source, add);
  });
  return edits;
}

/** The path of state names and keys, e.g. "joined.link on room.reconnecting", "actions setEntries". */
function placeOf(nodes: readonly Node[]): string {
  const words: string[] = [];
  let state: string[] = [];
  for (const [index, node] of nodes.entries()) {
    const [owner, within] = [nodes[index - 1], nodes[index + 1]];
    if (isProperty(node)) {
      const isState = nodes.slice(0, index).findLast(isProperty);
      if (isState && keyOf(isState) === "states" && words.length === 0) state = [...state, keyOf(node)];
      else if (keyOf(node) !== "states" || words.length > 0) words.push(keyOf(node));
    } else if (owner && node.type === "ArrayExpression" && Array.isArray(node.elements) && within)
      words.push(`#${node.elements.indexOf(within) + 1}`);
  }
  return [state.join("."), ...words].filter((word) => word !== "").join(" ");
}

export type Add = (what: string, place: Place, text: string) => void;

function inChart(node: Node, parents: readonly Node[], source: string, add: Add): void {
  inLogic(node, source, add);
  if (isProperty(node)) {
    const [name, table] = [keyOf(node), tableOf(parents)];
    if (["on", "after"].includes(table) || DROPPED.includes(name)) add("drop", withComma(node, source), "");
    if (name === "guard" && isNode(node.value))
      add("turn round", node.value, `turnedRound(${textOf(node.value, source)})`);
    const target = name === "target" || table === "on" || table === "after" || name.startsWith("on");
    const neighbour = target && isNode(node.value) ? neighbourOf(node.value, parents) : null;
    if (neighbour && isNode(node.value)) add(`lead to ${neighbour}`, node.value, JSON.stringify(neighbour));
  }
  if (node.type === "ArrayExpression" && Array.isArray(node.elements) && node.elements.length > 1)
    for (const [index, element] of node.elements.entries())
      if (isNode(element)) add(`drop #${index + 1}`, withComma(element, source), "");
}

const DROPPED: readonly string[] = [
  "entry",
  "exit",
  "actions",
  "always",
  "invoke",
  "onDone",
  "onError",
  "reenter",
  "guard",
];

function inLogic(node: Node, source: string, add: Add): void {
  inExpression(node, source, add);
  if (node.type !== "CallExpression" || calleeOf(node) !== "assign" || !Array.isArray(node.arguments)) return;
  const [first] = node.arguments;
  const assigned = isNode(first) ? objectIn(first) : null;
  for (const property of assigned ?? [])
    if (isProperty(property)) add(`do not assign ${keyOf(property)}`, withComma(property, source), "");
}

/** Edits of a literal, or of an operator with two sides. */
export function inExpression(node: Node, source: string, add: Add): void {
  if (node.type === "Literal" && typeof node.value === "boolean")
    add(`${node.value} is ${!node.value}`, node, String(!node.value));
  if (node.type === "Literal" && typeof node.value === "number")
    add(`${node.value} is ${node.value * 2 + 1}`, node, String(node.value * 2 + 1));
  const other = typeof node.operator === "string" ? OPPOSITES[node.operator] : undefined;
  if (other && isNode(node.left) && isNode(node.right)) {
    const between = { start: node.left.end, end: node.right.start };
    const written = source.slice(between.start, between.end);
    add(`${String(node.operator)} is ${other}`, between, written.replace(String(node.operator), other));
  }
}

const OPPOSITES: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
};

/** The properties of an object literal, or of the object that a function returns. */
function objectIn(node: Node | null): readonly Node[] | null {
  if (!node) return null;
  if (node.type === "ObjectExpression" && Array.isArray(node.properties))
    return node.properties.filter(isNode);
  if (node.type === "ParenthesizedExpression" && isNode(node.expression)) return objectIn(node.expression);
  if (node.type === "ArrowFunctionExpression" && isNode(node.body)) return objectIn(node.body);
  return null;
}

/** A sibling of the state a transition leads to, written the same way. */
function neighbourOf(value: Node, parents: readonly Node[]): string | null {
  if (value.type !== "Literal" || typeof value.value !== "string" || value.value.startsWith("#")) return null;
  const path = value.value.split(".");
  const name = path.pop() ?? "";
  const states = value.value.startsWith(".")
    ? statesWithin(parents, path.slice(1))
    : statesAround(parents, name);
  const other = states ? namesIn(states).find((one) => one !== name) : undefined;
  return other === undefined ? null : [...path, other].join(".");
}

/** The nearest `states` around a node that contain a state of this name. */
function statesAround(parents: readonly Node[], name: string): Node | undefined {
  return parents.findLast(
    (node) => isProperty(node) && keyOf(node) === "states" && namesIn(node).includes(name),
  );
}

/** The `states` of the state that contains a node, or of the state at `path` below it. */
function statesWithin(parents: readonly Node[], path: readonly string[]): Node | undefined {
  const owner = parents.findLast((node) => objectIn(node)?.some(isStates));
  let states = objectIn(owner ?? null)?.find(isStates);
  for (const name of path) {
    const inner = isNode(states?.value) ? objectIn(states.value) : null;
    const state = inner?.find((node) => isProperty(node) && keyOf(node) === name);
    states = (isNode(state?.value) ? objectIn(state.value) : null)?.find(isStates);
  }
  return states;
}

function isStates(node: Node): boolean {
  return isProperty(node) && keyOf(node) === "states";
}

function namesIn(states: Node): string[] {
  return isNode(states.value) ? (objectIn(states.value) ?? []).filter(isProperty).map(keyOf) : [];
}

/** The key whose object contains a property, e.g. "on". */
function tableOf(parents: readonly Node[]): string {
  const owner = parents.at(-2);
  return owner && isProperty(owner) ? keyOf(owner) : "";
}
