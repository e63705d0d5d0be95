/** The simulation that `PAIR_SEED=<number>` runs alone; null for all. */
export const ONLY = process.env.PAIR_SEED === undefined ? null : Number(process.env.PAIR_SEED);

/** Returns the numbers of the simulations to run. `PAIR_COUNT=<number>` replaces the usual count. */
export function seeds(usual: number): readonly number[] {
  if (ONLY !== null) return [ONLY];
  return Array.from({ length: Number(process.env.PAIR_COUNT ?? usual) }, (_, seed) => seed);
}
