const KEY = "parley:visited";

/** Remembers in `storage` that this version's SDK has run here, and so lies in the browser's cache. */
export function createVisits(storage: Pick<Storage, "getItem" | "setItem">, version: string) {
  return {
    isFirst: () => storage.getItem(KEY) !== version,
    remember: () => storage.setItem(KEY, version),
  };
}
