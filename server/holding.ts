import type { HoldBack } from "./http.ts";
import { createBuckets, type Rate, tooFrequent } from "./rates.ts";

/** Refusals per address that are answered at once: users mistype passwords, SDKs ask for unbuilt paths. */
const promptRefusals: Rate = { burst: 600, perMinute: 300 };
const heldMs = 1000;
/** Delayed answers per address and in all. Further refusals are answered at once. */
const maxHeldOfAddress = 100;
const maxHeld = 1000;
const maxAddresses = 10_000;

/**
 * Delays refusals for too frequent calls, and all refusals to an address that has had many. A client that loops then
 * asks once a second.
 * @param now ms since epoch
 * @param later calls `tell` when the delay is over. Default: after one second
 */
export function createHolding(
  now: () => number,
  later: (tell: () => void) => void = afterOneSecond,
): HoldBack {
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

function afterOneSecond(tell: () => void): void {
  setTimeout(tell, heldMs).unref();
}
