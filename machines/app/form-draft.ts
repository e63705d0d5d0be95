import { assign, log, sendTo, setup } from "xstate";
import { child } from "../domain/child.ts";
import type { FormKeeperNews, FormKeeping, FormOwner } from "../domain/form.ts";
import { stream } from "../ports/stub.ts";

/**
 * The text that the user types on a page with one field, such as a name, a remark or a greeting. If the tab is reloaded,
 * the page has it again when it is opened. It is dropped when the user leaves the page.
 */

export type FormDraftEvent = FormKeeperNews | { type: "user.typeText"; text: string };

export interface FormDraftContext extends FormOwner {
  /** Null until the user types: the page then shows the saved text. */
  text: string | null;
}

export const formDraftMachine = setup({
  types: {
    context: {} as FormDraftContext,
    events: {} as FormDraftEvent,
    input: {} as FormOwner,
    children: {} as { formKeeper: "formKeeper" },
  },
  actors: { formKeeper: stream<FormKeeping, FormOwner>("formKeeper") },
  actions: {
    setText: assign((_, { text }: { text: string }) => ({ text })),
    keep: sendTo("formKeeper", (_, { text }: { text: string }) => ({
      type: "form.keep" as const,
      form: { text, picked: [] },
    })),
    reportFailure: log(({ event }) => `formDraft: ${event.type}`),
  },
}).createMachine({
  id: "formDraft",
  context: ({ input }) => ({ ...input, text: null }),
  invoke: { ...child("formKeeper"), input: ({ context: { userID, formID } }) => ({ userID, formID }) },
  on: {
    "user.typeText": {
      target: ".typed",
      actions: [
        { type: "setText", params: ({ event }) => event },
        { type: "keep", params: ({ event }) => event },
      ],
    },
  },
  initial: "unchanged",
  states: {
    unchanged: {
      on: {
        "formKeeper.left": {
          target: "typed",
          actions: { type: "setText", params: ({ event }) => event.form },
        },
      },
    },
    typed: { description: "A save that fails changes nothing here. A save that succeeds closes the page." },
  },
});
