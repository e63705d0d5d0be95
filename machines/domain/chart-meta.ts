/** Metadata of charts: the rules of a state, and final states as output. */

/** A requirement, e.g. "4-05", or a race rule, e.g. "R7". */
type Rule = `${number}-${string}` | `R${number}`;

/** The requirements or rules that a state implements. */
export interface RuleMeta {
  rule: Rule | `${Rule}, ${string}`;
}

/**
 * Returns the final state in which a chart ended; each final state outputs its own name. XState passes that output
 * without a type, so it is checked against `names`. Throws if it is not among them.
 */
export function endingIn<Name extends string>({ output }: { output: unknown }, names: readonly Name[]): Name {
  const ending = names.find((name) => name === output);
  if (ending === undefined) throw new Error(`No final state has the output ${String(output)}`);
  return ending;
}
