import * as v from "valibot";
import { Failure } from "../../../machines/domain/failure.ts";
import type { SearchStore } from "../../../machines/ports/recent-searches.ts";
import { forget, SEARCHES } from "./storage-keys.ts";

const Searches = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Stores the recent searches of each user. Unreadable data counts as empty. */
export function createRecentSearches(storage: Storage): SearchStore {
  return {
    async readSearches({ userID }) {
      try {
        const stored = v.safeParse(Searches, storage.getItem(SEARCHES + userID));
        return stored.success ? stored.output : [];
      } catch {
        return []; // no access to storage
      }
    },
    async writeSearches({ userID, searches }) {
      try {
        if (searches.length === 0) storage.removeItem(SEARCHES + userID);
        else storage.setItem(SEARCHES + userID, JSON.stringify(searches));
      } catch {
        throw new Failure("unknown");
      }
    },
    forgetSearches: () => forget(storage, SEARCHES),
  };
}
