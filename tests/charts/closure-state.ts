/** Finds the state of modules and closures in source code: variables that outlive the call that made them. */
import { parseSync } from "vite";
import type { SourceFile } from "./source-files.ts";

interface Node {
  type: string;
  [key: string]: unknown;
}

/**
 * Names of the variables that can change (`let`, or an empty collection) and that outlive a call: those of the module,
 * and those that a nested function reads. Other variables are gone when their function returns.
 */
export function closureState({ path, code }: Pick<SourceFile, "path" | "code">): string[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const held: string[] = [];
  visit(program, null, (node, scope) => {
    if (node.type !== "VariableDeclaration" || !Array.isArray(node.declarations)) return;
    for (const { id, init } of node.declarations.filter(isNode))
      if (node.kind === "let" || isEmptyCollection(init))
        held.push(...namesIn(id).filter((name) => scope === null || isReadInside(scope, name)));
  });
  return held;
}

function visit(node: unknown, scope: Node | null, see: (node: Node, scope: Node | null) => void): void {
  if (Array.isArray(node)) for (const part of node) visit(part, scope, see);
  if (!isNode(node)) return;
  see(node, scope);
  const inner = isFunction(node) ? node : scope;
  for (const [key, part] of Object.entries(node)) if (!isLabel(node, key)) visit(part, inner, see);
}

/** Whether the child `key` of the node is a property's name, as in `a.name` and `{ name: 1 }`: not a variable. */
function isLabel({ computed }: Node, key: string): boolean {
  return computed === false && (key === "property" || key === "key");
}

/** Whether a function inside `scope` names the variable. */
function isReadInside(scope: Node, name: string): boolean {
  let isRead = false;
  visit(Object.values(scope), scope, (node, owner) => {
    if (owner !== scope && node.type === "Identifier" && node.name === name) isRead = true;
  });
  return isRead;
}

/** A new map, set or list without entries: it is filled later. One with entries is taken for a constant table. */
function isEmptyCollection(init: unknown): boolean {
  if (!isNode(init)) return false;
  if (init.type === "ArrayExpression") return isEmpty(init.elements);
  const { type, callee } = init;
  const isMade = type === "NewExpression" && isNode(callee) && /^(Weak)?(Map|Set)$/.test(String(callee.name));
  return isMade && isEmpty(init.arguments);
}

/** The names that a declaration gives, also in `{ a, b }` and `[a, b]`. */
function namesIn(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(namesIn);
  if (!isNode(pattern)) return [];
  if (pattern.type === "Identifier") return [String(pattern.name)];
  return namesIn(pattern.properties ?? pattern.elements ?? pattern.value ?? pattern.left);
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;

function isFunction({ type }: Node): boolean {
  return /^(Function|ArrowFunction)/.test(type) || type === "MethodDefinition";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
