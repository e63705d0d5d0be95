import { fromCallback } from "xstate";
import type { FormKeeping, FormOwner } from "../../machines/domain/form.ts";
import type { FormStore } from "../../machines/ports/storage.ts";

/** Stores the form of a chart until its page is left. */
export function formKeeper(storage: FormStore) {
  return fromCallback<FormKeeping, FormOwner>(({ input, receive, sendBack }) => {
    receive((event) => {
      if (event.type === "form.keep") storage.keepForm({ ...input, form: event.form });
      else storage.dropForm(input);
    });
    const form = storage.leftForm(input);
    if (form) sendBack({ type: "formKeeper.left", form });
    // The user leaves the form. A page that reloads does not come here.
    return () => storage.dropForm(input);
  });
}
