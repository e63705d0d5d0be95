import * as v from "valibot";
import type { FormStore } from "../../../machines/ports/storage.ts";
import { readItem, writeItem } from "./items.ts";
import { FORMS } from "./storage-keys.ts";

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userID: v.string(), form: v.object({ text: v.string(), picked: v.array(v.string()) }) }),
);

/** Stores forms in `session`, which lasts as long as the tab. */
export function createKeptForms(session: Pick<Storage, "getItem" | "setItem" | "removeItem">): FormStore {
  return {
    keepForm: ({ userID, formID, form }) =>
      writeItem(session, FORMS + formID, JSON.stringify({ userID, form })),
    dropForm: ({ formID }) => writeItem(session, FORMS + formID, null),
    leftForm({ userID, formID }) {
      const kept = v.safeParse(Kept, readItem(session, FORMS + formID));
      return kept.success && kept.output.userID === userID ? kept.output.form : null;
    },
  };
}
