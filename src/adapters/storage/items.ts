import * as v from "valibot";
import { validItems } from "../valid-items.ts";

/** Returns null if there is no such item, or no access to the storage. */
export function readItem(storage: Pick<Storage, "getItem">, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

const List = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Returns the valid items of a stored list; none if there is no list, or no access to the storage. */
export function readList<Item>(
  storage: Pick<Storage, "getItem">,
  key: string,
  schema: v.GenericSchema<unknown, Item>,
): Item[] {
  const list = v.safeParse(List, readItem(storage, key));
  return list.success ? validItems(schema, list.output) : [];
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
