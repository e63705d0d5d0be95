import type { Bounds, Spent } from "./chooser.ts";
import { isAtMost } from "./chooser.ts";

/** What runs have spent of the bounds. Each amount has a number, so that it is small and quick to compare. */
export interface Purse {
  /** The number of having spent nothing. */
  readonly full: number;
  /** The number of an amount and one more; null if the bound does not allow it. */
  pay(amount: number, costs: string | undefined): number | null;
  /** Adds an amount to others of which none is at most another. Returns the same list if one is at most the new one. */
  add(amounts: readonly number[], amount: number): readonly number[];
}

export function createPurse(bounds: Bounds): Purse {
  const names = Object.keys(bounds).filter((name) => (bounds[name] ?? 0) > 0);
  const numbers = new Map<string, number>();
  const amounts: Spent[] = [];
  const paid: Map<string, number | null>[] = [];
  const atMost: boolean[][] = [];
  const numberOf = (spent: Spent): number => {
    const key = names.map((name) => spent[name] ?? 0).join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = amounts.length;
    numbers.set(key, number);
    amounts.push(spent);
    paid.push(new Map());
    atMost.push(amounts.map((other) => isAtMost(spent, other)));
    for (const [index, other] of amounts.entries()) {
      const row = atMost[index];
      if (row) row[number] = isAtMost(other, spent);
    }
    return number;
  };
  const payFrom = (amount: number, costs: string): number | null => {
    const spent = amounts[amount] ?? {};
    const count = (spent[costs] ?? 0) + 1;
    return count > (bounds[costs] ?? 0) ? null : numberOf({ ...spent, [costs]: count });
  };
  const full = numberOf({});
  return {
    full,
    pay(amount, costs) {
      if (costs === undefined) return amount;
      const known = paid[amount]?.get(costs);
      if (known !== undefined) return known;
      const number = payFrom(amount, costs);
      paid[amount]?.set(costs, number);
      return number;
    },
    add(others, amount) {
      if (others.some((one) => atMost[one]?.[amount])) return others;
      return [...others.filter((one) => !atMost[amount]?.[one]), amount];
    },
  };
}
