import { assign, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { port } from "../ports/stub.ts";
import { addToast, toastsOf } from "./toasts.ts";

/** Copies text, from anywhere in the app. */

export type ClipboardEvent =
  | { type: "user.copyText"; text: string }
  /** The link may have a key, which no chart knows (11-44). */
  | { type: "user.copyMeetingLink"; roomID: string };

export interface ClipboardContext {
  copied: Copied;
}

/** A text, or the link of a meeting. */
export type Copied = { text: string } | { roomID: string };

export const clipboardMachine = setup({
  types: { context: {} as ClipboardContext, events: {} as ClipboardEvent, meta: {} as RuleMeta },
  actors: { copyText: port<void, Copied>("copyText") },
  actions: {
    setCopied: assign((_, { copied }: ClipboardContext) => ({ copied })),
    notify: sendTo(toastsOf, addToast),
  },
  guards: { isMeeting: ({ context }) => "roomID" in context.copied },
}).createMachine({
  id: "clipboard",
  context: { copied: { text: "" } },
  initial: "idle",
  on: {
    "user.copyText": {
      target: ".copying",
      actions: { type: "setCopied", params: ({ event }) => ({ copied: { text: event.text } }) },
    },
    "user.copyMeetingLink": {
      target: ".copying",
      actions: { type: "setCopied", params: ({ event }) => ({ copied: { roomID: event.roomID } }) },
    },
  },
  states: {
    idle: {},
    copying: {
      description:
        "A new copy replaces the running one; only the new one shows a toast. The sheet of a meeting's link shows the result itself.",
      meta: { rule: "8-24" },
      invoke: {
        id: "copyText",
        src: "copyText",
        input: ({ context }) => context.copied,
        onDone: [
          { guard: "isMeeting", target: "copied" },
          {
            target: "copied",
            actions: { type: "notify", params: { toast: { tone: "info", key: "copied" } } },
          },
        ],
        onError: [
          { guard: "isMeeting", target: "failed" },
          {
            target: "failed",
            actions: { type: "notify", params: { toast: { tone: "error", key: "copyFailed" } } },
          },
        ],
      },
    },
    copied: { description: "For the sheet of a meeting's link: the text is on the clipboard." },
    failed: { description: "For the sheet of a meeting's link: the text could not be copied." },
  },
});
