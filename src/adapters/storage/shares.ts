import { Failure } from "../../../machines/domain/failure.ts";
import type { SharesPort } from "../../../machines/ports/shares.ts";
import { dropShare, readShare } from "../../worker/shares.ts";

/** The share that the service worker keeps. */
export function createShares(caches: CacheStorage | undefined): Omit<SharesPort, "forget"> {
  return {
    async read({ shareID }) {
      try {
        return caches ? await readShare(caches, { shareID, now: Date.now() }) : null;
      } catch {
        throw new Failure("unknown");
      }
    },
    drop({ shareID }) {
      if (caches) dropShare(caches, shareID).catch(() => {});
    },
  };
}
