/** What people leave in this browser under a key of their own each, and how it is dropped when they sign out (4-15). */
import * as v from "valibot";
import type { OwnFiles } from "./own-files.ts";

export const SEARCHES = "parley:searches:";
export const EMOJIS = "parley:emojis:";
export const RECORDINGS = "parley:recordings:";
/** Drafts that the SDK has not taken yet. */
export const DRAFTS = "parley:drafts:";
/** One list for all: whoever is in next is not to find a trace of the one before. */
export const ROWS = "parley:rows";
/** Likewise. */
export const PAGES = "parley:pages";

/** Of a recording, what its bytes are found by. */
const Kept = v.object({ clientMsgID: v.string() });
const List = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Where the bytes of a message lie among somebody's own files. */
export function fileKey(userID: string, clientMsgID: string, part: "bytes" | "poster" = "bytes"): string {
  return `${userID}/${clientMsgID}/${part}`;
}

/** Drops everything in `storage` whose key begins with `prefix`; `also` is told of each person's before. */
export function forget(
  storage: Storage,
  prefix: string,
  also?: (userID: string, kept: string | null) => void,
): void {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const key of keys.filter((one) => one.startsWith(prefix))) {
      also?.(key.slice(prefix.length), storage.getItem(key));
      storage.removeItem(key);
    }
  } catch {
    // storage is closed to this page: there is nothing
  }
}

/** Drops all recordings that wait to be sent, with their bytes. */
export function forgetRecordings(local: Storage, files: Pick<OwnFiles, "drop">): void {
  forget(local, RECORDINGS, (userID, kept) => {
    const list = v.safeParse(List, kept);
    for (const entry of list.success ? list.output : []) {
      const recording = v.safeParse(Kept, entry);
      if (recording.success) void files.drop(fileKey(userID, recording.output.clientMsgID));
    }
  });
}
