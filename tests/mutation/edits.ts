/**
 * Mutants of plain code: its source with one small edit. An edit changes a comparison, a number or a boolean, negates a
 * condition, drops a statement, a fallback or a spread, or takes another method of an array or a string.
 */
import { parseSync } from "vite";
import { type Add, type Edit, inExpression } from "../../tools/charts/mutate/edits.ts";
import {
  calleeOf,
  isNode,
  keyOf,
  type Node,
  textOf,
  visit,
  withComma,
} from "../../tools/charts/mutate/tree.ts";

/** Every edit of a file's source, in the order of the source. `path` tells the language, such as "a.tsx". */
export function editsOfCode(source: string, path: string): Edit[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`The file cannot be read: ${errors[0]?.message}`);
  const edits: Edit[] = [];
  const counts = new Map<string, number>();
  visit(program, [], (node, parents) => {
    inCode(node, parents, source, (what, { start, end }, text) => {
      const name = `${placeOf(parents)}: ${what}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      edits.push({ name: count > 1 ? `${name} (${count})` : name, start, end, text });
    });
  });
  return edits;
}

/** The names of the functions and constants around a node, e.g. "albumRuns" or "albumRuns isOpen". */
function placeOf(parents: readonly Node[]): string {
  const names = parents.flatMap((node) => {
    if (["FunctionDeclaration", "VariableDeclarator", "ClassDeclaration"].includes(node.type))
      return isNode(node.id) && node.id.type === "Identifier" ? [String(node.id.name)] : [];
    return ["MethodDefinition", "Property"].includes(node.type) ? [keyOf(node)] : [];
  });
  return names.slice(0, 3).join(" ") || "file";
}

function inCode(node: Node, parents: readonly Node[], source: string, add: Add): void {
  inExpression(node, source, add);
  const { type, test } = node;
  if (["IfStatement", "ConditionalExpression", "WhileStatement"].includes(type) && isNode(test))
    add(`negate ${shortened(textOf(test, source))}`, test, `!(${textOf(test, source)})`);
  if (type === "IfStatement" && !isNode(node.alternate))
    add(`drop ${shortened(textOf(node, source))}`, node, ";");
  if (type === "ExpressionStatement" && parents.length > 1)
    add(`drop ${shortened(textOf(node, source))}`, node, ";");
  if (type === "LogicalExpression" && node.operator === "??" && isNode(node.left))
    add(
      `drop the fallback of ${shortened(textOf(node.left, source))}`,
      node,
      `(${textOf(node.left, source)})`,
    );
  if (type === "SpreadElement" && parents.at(-1)?.type === "ObjectExpression")
    add(`drop ${shortened(textOf(node, source))}`, withComma(node, source), "");
  if (type === "UnaryExpression" && node.operator === "!" && isNode(node.argument))
    add(`no longer negate ${shortened(textOf(node.argument, source))}`, node, textOf(node.argument, source));
  if (type === "BinaryExpression" && (node.operator === "+" || node.operator === "-"))
    inSum(node, source, add);
  if (type === "CallExpression") inCall(node, source, add);
}

function inSum({ left, right, operator }: Node, source: string, add: Add): void {
  if (!isNode(left) || !isNode(right)) return;
  // A sum of texts has no opposite.
  if ([left, right].some((side) => /Literal/.test(side.type) && typeof side.value === "string")) return;
  const other = operator === "+" ? "-" : "+";
  const between = { start: left.end, end: right.start };
  add(`${operator} is ${other}`, between, textOf(between, source).replace(String(operator), other));
}

function inCall(node: Node, source: string, add: Add): void {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee.object)) return;
  if (!isNode(callee.property)) return;
  const name = calleeOf(node);
  const other = METHODS[name];
  if (other !== undefined) add(`${name} is ${other}`, callee.property, other);
  if (SKIPPED.includes(name)) add(`drop ${name}`, node, textOf(callee.object, source));
}

const METHODS: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
};

/** Methods whose result has the type of their object. */
const SKIPPED: readonly string[] = [
  "filter",
  "toSorted",
  "sort",
  "toReversed",
  "reverse",
  "slice",
  "trim",
  "trimEnd",
  "trimStart",
  "toLowerCase",
  "normalize",
  "replace",
  "replaceAll",
  "concat",
];

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
