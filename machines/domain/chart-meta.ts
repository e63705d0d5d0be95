/** What charts say of themselves: for which rules a state is there, and in which final state they ended. */

/** A requirement, e.g. "4-05", or a rule of races, e.g. "R7". */
type Rule = `${number}-${string}` | `R${number}`;

/** What a state says about itself beside its description: for which requirements or rules it is there. */
export interface RuleMeta {
  rule: Rule | `${Rule}, ${string}`;
}

/**
 * Which of its final states a chart ended in: each puts out its own name. XState hands that on without a type, so
 * it is looked up among the names there are.
 */
export function endingIn<Name extends string>({ output }: { output: unknown }, names: readonly Name[]): Name {
  const ending = names.find((name) => name === output);
  if (ending === undefined) throw new Error(`No chart ends as ${String(output)}`);
  return ending;
}
