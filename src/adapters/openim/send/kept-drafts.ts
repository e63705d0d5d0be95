import * as v from "valibot";
import { DRAFTS } from "../../storage/storage-keys.ts";

const Kept = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Drafts by conversation, in `storage`, until the SDK has taken them: its worker may go with the page before. */
export interface KeptDrafts {
  /** Those that the SDK has not taken. */
  all(): readonly (readonly [conversationID: string, draftText: string])[];
  keep(conversationID: string, draftText: string): void;
  /** The SDK has taken this one; a newer one stays. */
  taken(conversationID: string, draftText: string): void;
}

export function createKeptDrafts(storage: Storage, myUserID: () => string | null): KeptDrafts {
  const key = () => DRAFTS + (myUserID() ?? "");
  const read = (): Readonly<Record<string, string>> => {
    try {
      const stored = v.safeParse(Kept, storage.getItem(key()));
      return stored.success ? stored.output : {};
    } catch {
      return {}; // storage is closed to this page
    }
  };
  const write = (drafts: Readonly<Record<string, string>>) => {
    try {
      if (Object.keys(drafts).length === 0) storage.removeItem(key());
      else storage.setItem(key(), JSON.stringify(drafts));
    } catch {
      // the SDK may still take it
    }
  };
  return {
    all: () => Object.entries(read()),
    keep: (conversationID, draftText) => write({ ...read(), [conversationID]: draftText }),
    taken(conversationID, draftText) {
      const { [conversationID]: kept, ...others } = read();
      if (kept === draftText) write(others);
    },
  };
}
