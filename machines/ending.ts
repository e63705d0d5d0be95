/**
 * Which of its final states a chart ended in: each puts out its own name. XState hands that on without a type, so
 * it is looked up among the names there are.
 */
export function endingIn<Name extends string>({ output }: { output: unknown }, names: readonly Name[]): Name {
  const ending = names.find((name) => name === output);
  if (ending === undefined) throw new Error(`No chart ends as ${String(output)}`);
  return ending;
}
