import * as v from "valibot";
import type { SearchStore } from "../../machines/ports/searches.ts";
import { Failure } from "../../machines/vocabulary/failures.ts";

const PREFIX = "parley:searches:";

const Searches = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** What people searched for lately, one list a person, kept in `storage`. What cannot be read counts as nothing. */
export function createRecentSearches(storage: Storage): SearchStore {
  return {
    async readSearches({ userID }) {
      try {
        const stored = v.safeParse(Searches, storage.getItem(PREFIX + userID));
        return stored.success ? stored.output : [];
      } catch {
        return []; // storage is closed to this page
      }
    },
    async writeSearches({ userID, searches }) {
      try {
        if (searches.length === 0) storage.removeItem(PREFIX + userID);
        else storage.setItem(PREFIX + userID, JSON.stringify(searches));
      } catch {
        throw new Failure("unknown");
      }
    },
    forgetSearches() {
      try {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
        for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
      } catch {
        // storage is closed to this page: there is nothing
      }
    },
  };
}
