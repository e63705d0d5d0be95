export interface PathInWords {
  begins: { states: readonly string[] };
  steps: readonly { label: string; states: readonly string[] }[];
  /** Whether the machine is done at the end. */
  isOver: boolean;
}

/** "user.accept, then media.connected twice, then user.hangUp; ends in completed" */
export function sentenceOf({ begins, steps, isOver }: PathInWords): string {
  const end = statesInWords((steps.at(-1) ?? begins).states);
  const ends = isOver ? `ends in ${end}` : `comes to rest in ${end}`;
  if (steps.length === 0) return `as it begins; ${ends}`;
  return `${counted(steps.map(({ label }) => label)).join(", then ")}; ${ends}`;
}

/** The active leaves in words; leaves of parallel regions are joined by "and". */
export function statesInWords(states: readonly string[]): string {
  const names = states.filter((state) => state !== "");
  if (names.length === 0) return "its only state";
  return listed(names);
}

function counted(labels: readonly string[]): string[] {
  const runs: { label: string; times: number }[] = [];
  for (const label of labels) {
    const last = runs.at(-1);
    if (last?.label === label) last.times += 1;
    else runs.push({ label, times: 1 });
  }
  return runs.map(({ label, times }) =>
    times === 1 ? label : `${label} ${times === 2 ? "twice" : `${times} times`}`,
  );
}

function listed(names: readonly string[]): string {
  const [last = "", ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} and ${last}`;
}
