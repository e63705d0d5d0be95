import * as v from "valibot";
import type { FormStore } from "../../../machines/ports/storage.ts";
import { readItem, writeItem } from "./items.ts";

const FORM = "parley:form";

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    userID: v.string(),
    formID: v.string(),
    form: v.object({ text: v.string(), picked: v.array(v.string()) }),
  }),
);

/** Stores one form in `session`, which lasts as long as the tab. */
export function createKeptForm(session: Pick<Storage, "getItem" | "setItem" | "removeItem">): FormStore {
  return {
    keepForm: (kept) => writeItem(session, FORM, JSON.stringify(kept)),
    dropForm: () => writeItem(session, FORM, null),
    leftForm({ userID, formID }) {
      const kept = v.safeParse(Kept, readItem(session, FORM));
      const isThis = kept.success && kept.output.userID === userID && kept.output.formID === formID;
      return isThis ? kept.output.form : null;
    },
  };
}
