const KEY = "parley:visited";

/** Stores whether this version's SDK has run in this browser and is therefore in its cache. */
export function createFirstRun(storage: Pick<Storage, "getItem" | "setItem">, version: string) {
  return {
    isFirst: () => storage.getItem(KEY) !== version,
    remember: () => storage.setItem(KEY, version),
  };
}
