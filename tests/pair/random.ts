import type { Choices } from "./choices.ts";

/** Decides by repeatable random numbers: the same seed gives the same simulation. */
export function createRandom(seed: number): Choices {
  let state = seed | 0;
  /** From 0 up to 1 (mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const word = () =>
    Math.floor(next() * 4_294_967_296)
      .toString(16)
      .padStart(8, "0");
  // the first numbers of neighbouring seeds are similar
  for (let round = 0; round < 4; round++) next();
  return {
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    newID: () => word() + word() + word() + word(),
  };
}
