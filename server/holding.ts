import { createBuckets, type Rate, tooFrequent } from "./rates.ts";

/** Refusals that one address is told at once; a person mistypes a password, an SDK asks for what is not built. */
const promptRefusals: Rate = { burst: 600, perMinute: 300 };
const heldMs = 1000;
/** So many answers are held, of one address and of all together; what comes beyond is answered at once. */
const maxHeldOfAddress = 100;
const maxHeld = 1000;
const maxAddresses = 10_000;

/** Resolves when a refusal may be told. */
export type HoldBack = (errCode: number, address: string) => Promise<void>;

/**
 * Holds back the answers of calls that are refused because they come too often, and of all refused calls of an address
 * that has had many of them: a loop that waits for its answers then asks once a second and not as fast as it can.
 * @param now ms since epoch
 * @param later calls what it is given when the time is up. Default: a second later
 */
export function createHolding(now: () => number, later: (tell: () => void) => void = aSecondLater): HoldBack {
  const refusals = createBuckets(now, maxAddresses);
  const heldOf = new Map<string, number>();
  let held = 0;

  return async (errCode, address) => {
    const isPrompt = refusals.take(address, promptRefusals) === 0 && errCode !== tooFrequent;
    const ofAddress = heldOf.get(address) ?? 0;
    if (isPrompt || ofAddress >= maxHeldOfAddress || held >= maxHeld) return;
    heldOf.set(address, ofAddress + 1);
    held += 1;
    await new Promise<void>((tell) => later(tell));
    held -= 1;
    const left = (heldOf.get(address) ?? 0) - 1;
    if (left > 0) heldOf.set(address, left);
    else heldOf.delete(address);
  };
}

function aSecondLater(tell: () => void): void {
  setTimeout(tell, heldMs).unref();
}
