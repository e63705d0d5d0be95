import * as v from "valibot";
import { Failure } from "../../../machines/domain/failure.ts";
import type { SearchStore } from "../../../machines/ports/recent-searches.ts";
import { readList } from "./items.ts";
import { SEARCHES } from "./storage-keys.ts";

/** Stores the recent searches of each user. Unreadable data counts as empty. */
export function createRecentSearches(storage: Storage): Omit<SearchStore, "forgetSearches"> {
  return {
    readSearches: async ({ userID }) => readList(storage, SEARCHES + userID, v.string()),
    async writeSearches({ userID, searches }) {
      try {
        if (searches.length === 0) storage.removeItem(SEARCHES + userID);
        else storage.setItem(SEARCHES + userID, JSON.stringify(searches));
      } catch {
        throw new Failure("unknown");
      }
    },
  };
}
