/** Storage keys of user data, and how the data is dropped at sign-out (4-15). */
import * as v from "valibot";
import type { MessageKey } from "../../../machines/domain/message.ts";
import { readList, writeItem } from "./items.ts";
import type { OwnFiles } from "./own-files.ts";

export const SEARCHES = "parley:searches:";
export const EMOJIS = "parley:emojis:";
export const RECORDINGS = "parley:recordings:";
/** Drafts that the SDK has not saved yet. */
export const DRAFTS = "parley:drafts:";
/** Forms that were filled in and not sent, in the storage of the tab. */
export const FORMS = "parley:form:";
/** Messages that are not sent yet. */
export const OUTBOX = "parley:outbox:";
/** One key for all users, so that the next user finds no data of the previous user. */
export const ROWS = "parley:rows";
/** One key for all users, as for `ROWS`. */
export const PAGES = "parley:pages";

const Kept = v.object({ clientMsgID: v.string() });
const Unsent = v.object({ clientMsgID: v.string(), conversationID: v.string() });

export function fileKey(userID: string, clientMsgID: string, part: "bytes" | "poster" = "bytes"): string {
  return `${userID}/${clientMsgID}/${part}`;
}

/** Removes every key of `storage` with `prefix`. Calls `before` with the rest of each key first. */
export function forget(storage: Storage, prefix: string, before?: (userID: string) => void): void {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const key of keys.filter((one) => one.startsWith(prefix))) {
      before?.(key.slice(prefix.length));
      storage.removeItem(key);
    }
  } catch {
    // no access to storage: nothing to drop
  }
}

export function forgetRecordings(local: Storage, files: Pick<OwnFiles, "drop">): void {
  forget(local, RECORDINGS, (userID) => {
    for (const { clientMsgID } of readList(local, RECORDINGS + userID, Kept))
      void files.drop(fileKey(userID, clientMsgID));
  });
}

/** Returns the messages that were in the outbox. */
export function forgetOutbox(
  local: Storage,
  files: Pick<OwnFiles, "clear">,
  { userID }: { userID: string },
): readonly MessageKey[] {
  const unsent = readList(local, OUTBOX + userID, Unsent);
  writeItem(local, OUTBOX + userID, null);
  void files.clear(`${userID}/`);
  return unsent;
}
