import { readItem, writeItem } from "../../storage/items.ts";

const KEY = "parley:visited";

/** Stores whether this version's SDK has run in this browser and is therefore in its cache. */
export function createFirstRun(storage: Storage, version: string) {
  return {
    isFirst: () => readItem(storage, KEY) !== version,
    remember: () => writeItem(storage, KEY, version),
  };
}
