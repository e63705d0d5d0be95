/** Makes a counterexample smaller: fewer deviations, and each as early as possible. */
import type { Bounds, Chooser, Deviation, Option, Spent } from "./chooser.ts";
import { isAffordable, spentOn } from "./chooser.ts";
import type { Counterexample, Subject } from "./explore.ts";

/**
 * Returns the smallest counterexample of the same claim that it finds. A deviation is left out, or moved to an earlier
 * point, for as long as the claim still breaks.
 */
export async function shrink(
  subject: Subject,
  { claim, says, deviations }: Counterexample,
  bounds: Bounds,
): Promise<Counterexample> {
  let best: Counterexample = { claim, says, deviations };
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const wishes of smallerOf(best.deviations)) {
      const found = await retry(subject, claim, wishes, bounds);
      if (!found || !isLess(found.deviations, best.deviations)) continue;
      best = found;
      isSmaller = true;
      break;
    }
  }
  return best;
}

/** A deviation that is wanted, after this many points since the one before it. */
interface Wish extends Option {
  readonly wait: number;
}

function* smallerOf(deviations: readonly Deviation[]): Generator<readonly Wish[]> {
  const wishes = deviations.map(({ point, ...option }, index) => ({
    ...option,
    wait: point - (deviations[index - 1]?.point ?? -1) - 1,
  }));
  for (const left of wishes) yield wishes.filter((one) => one !== left);
  for (const [index, { wait }] of wishes.entries())
    for (const shorter of [0, Math.floor(wait / 2), wait - 1])
      if (shorter >= 0 && shorter < wait)
        yield wishes.map((one, other) => (other === index ? { ...one, wait: shorter } : one));
}

async function retry(
  subject: Subject,
  claim: string,
  wishes: readonly Wish[],
  bounds: Bounds,
): Promise<Counterexample | null> {
  const granted: Deviation[] = [];
  const { broken } = await subject(createGranting(wishes, bounds, granted));
  const found = broken.find((one) => one.claim === claim);
  return found && granted.length === wishes.length ? { ...found, deviations: granted } : null;
}

/** Takes each wished option at the first point where it is possible, after its wait. */
function createGranting(wishes: readonly Wish[], bounds: Bounds, granted: Deviation[]): Chooser {
  let point = -1;
  let waited = -1;
  return {
    choose(options) {
      point += 1;
      waited += 1;
      const wish = wishes[granted.length];
      if (!wish || waited < wish.wait) return 0;
      const spent: Spent = spentOn(granted);
      const index = options.findIndex(
        (option, at) => at > 0 && option.says === wish.says && isAffordable(option, spent, bounds),
      );
      if (index < 0) return 0;
      granted.push({ point, says: wish.says, costs: wish.costs });
      waited = -1;
      return index;
    },
  };
}

function isLess(one: readonly Deviation[], other: readonly Deviation[]): boolean {
  if (one.length !== other.length) return one.length < other.length;
  const pointsOf = (deviations: readonly Deviation[]) =>
    deviations.reduce((sum, { point }) => sum + point, 0);
  return pointsOf(one) < pointsOf(other);
}
