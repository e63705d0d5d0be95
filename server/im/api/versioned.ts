import * as v from "valibot";
import type { VersionChanges, VersionHead } from "../domain/versions.ts";
import { seq } from "./endpoint.ts";

export const clientVersion = { versionID: v.pipe(v.string(), v.maxLength(64)), version: seq };

/** Returns the answer to an incremental sync (protocol section 5): deleted ids, whole inserted or updated objects. */
export function incremental<Item>(
  changes: VersionChanges,
  load: (elementIDs: string[]) => Item[],
  idOf: (item: Item) => string,
) {
  const items = new Map(load([...changes.inserted, ...changes.updated]).map((item) => [idOf(item), item]));
  const pick = (elementIDs: string[]) => elementIDs.flatMap((elementID) => items.get(elementID) ?? []);
  // null instead of an empty list: the JS client reads the first item of any list.
  const listed = <Element>(list: Element[]) => (list.length > 0 ? list : null);
  return {
    version: changes.version,
    versionID: changes.versionID,
    full: changes.full,
    delete: listed(changes.deleted),
    insert: listed(pick(changes.inserted)),
    update: listed(pick(changes.updated)),
    sortVersion: changes.sortVersion,
  };
}

/**
 * The head of an answer with a full id list. `equal` tells a client that its list has the same hash. SDKs send 0, the
 * hash of no ids.
 */
export const fullHead = ({ version, versionID }: VersionHead, ids: readonly string[]) => ({
  version,
  versionID,
  equal: ids.length === 0,
});
