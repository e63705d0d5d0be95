/** The syntax tree of a file, as far as edits need it. */

export interface Place {
  start: number;
  end: number;
}

export interface Node extends Place {
  type: string;
  [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

export function visit(
  node: unknown,
  parents: readonly Node[],
  use: (node: Node, parents: readonly Node[]) => void,
): void {
  if (Array.isArray(node)) for (const one of node) visit(one, parents, use);
  if (!isNode(node)) return;
  use(node, parents);
  for (const [key, child] of Object.entries(node))
    if (!TYPES.includes(key)) visit(child, [...parents, node], use);
}

/** Types have no behaviour. */
const TYPES: readonly string[] = ["typeAnnotation", "typeArguments", "returnType", "typeParameters"];

/** Whether a node is inside the arguments of a call of `callee`. */
export function isIn(parents: readonly Node[], node: Node, callee: string): boolean {
  return parents.some(
    (parent, index) =>
      parent.type === "CallExpression" &&
      calleeOf(parent) === callee &&
      Array.isArray(parent.arguments) &&
      parent.arguments.includes(parents[index + 1] ?? node),
  );
}

/** The name that is called: "setup", or "createMachine" of `setup({}).createMachine({})`. */
export function calleeOf({ callee }: Node): string {
  if (!isNode(callee)) return "";
  if (callee.type === "Identifier") return String(callee.name);
  return isNode(callee.property) ? String(callee.property.name) : "";
}

export function isProperty(node: Node): boolean {
  return node.type === "Property";
}

export function keyOf({ key }: Node): string {
  if (!isNode(key)) return "";
  return String(key.type === "Identifier" ? key.name : key.value);
}

export function textOf({ start, end }: Place, source: string): string {
  return source.slice(start, end);
}

/** Includes the comma after a place. */
export function withComma({ start, end }: Place, source: string): Place {
  const [comma = ""] = /^\s*,/.exec(source.slice(end)) ?? [];
  return { start, end: end + comma.length };
}
