/** Returns null if there is no such item, or no access to the storage. */
export function readItem(storage: Pick<Storage, "getItem">, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** Removes the item if `value` is null. Without access to the storage, or when it is full, nothing is written. */
export function writeItem(
  storage: Pick<Storage, "setItem" | "removeItem">,
  key: string,
  value: string | null,
): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // the value lasts until the page closes
  }
}
