import * as v from "valibot";
import { DRAFTS } from "../../storage/storage-keys.ts";

const Kept = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Stores drafts by conversation until the SDK has saved them. The SDK's worker may end with the page before that. */
export interface KeptDrafts {
  all(): readonly (readonly [conversationID: string, draftText: string])[];
  keep(conversationID: string, draftText: string): void;
  /** Removes a draft that the SDK has saved. A newer draft stays. */
  removeSaved(conversationID: string, draftText: string): void;
}

/** `owner` returns the user whose drafts they are, or null while there is none: then nothing is stored. */
export function createKeptDrafts(storage: Storage, owner: () => string | null): KeptDrafts {
  const key = () => DRAFTS + (owner() ?? "");
  const read = (): Readonly<Record<string, string>> => {
    try {
      const stored = v.safeParse(Kept, storage.getItem(key()));
      return stored.success ? stored.output : {};
    } catch {
      return {}; // no access to storage
    }
  };
  const write = (drafts: Readonly<Record<string, string>>) => {
    try {
      if (Object.keys(drafts).length === 0) storage.removeItem(key());
      else storage.setItem(key(), JSON.stringify(drafts));
    } catch {
      // the SDK may still save the draft
    }
  };
  return {
    all: () => Object.entries(read()),
    keep(conversationID, draftText) {
      if (owner() !== null) write({ ...read(), [conversationID]: draftText });
    },
    removeSaved(conversationID, draftText) {
      const { [conversationID]: kept, ...others } = read();
      if (kept === draftText) write(others);
    },
  };
}
