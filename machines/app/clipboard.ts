import { assign, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { port } from "../ports/stub.ts";
import { addToast, toastsOf } from "./toasts.ts";

/** Copies text, from anywhere in the app. */

export type ClipboardEvent = { type: "user.copyText"; text: string };

export interface ClipboardContext {
  text: string;
}

export const clipboardMachine = setup({
  types: { context: {} as ClipboardContext, events: {} as ClipboardEvent, meta: {} as RuleMeta },
  actors: { copyText: port<void, { text: string }>("copyText") },
  actions: {
    setText: assign((_, { text }: ClipboardContext) => ({ text })),
    notify: sendTo(toastsOf, addToast),
  },
}).createMachine({
  id: "clipboard",
  context: { text: "" },
  initial: "idle",
  on: { "user.copyText": { target: ".copying", actions: { type: "setText", params: ({ event }) => event } } },
  states: {
    idle: {},
    copying: {
      description: "A new copy replaces the running one; only the new one shows a toast.",
      meta: { rule: "8-24" },
      invoke: {
        id: "copyText",
        src: "copyText",
        input: ({ context }) => ({ text: context.text }),
        onDone: {
          target: "idle",
          actions: { type: "notify", params: { toast: { tone: "info", key: "copied" } } },
        },
        onError: {
          target: "idle",
          actions: { type: "notify", params: { toast: { tone: "error", key: "copyFailed" } } },
        },
      },
    },
  },
});
