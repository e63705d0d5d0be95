import { assertEvent, assign, log, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { codePath } from "../domain/people-routes.ts";
import { readCode, type ScannedTarget, type ScannerEvent } from "../domain/qr-code.ts";
import type { ToastKey } from "../domain/toast.ts";
import { port, stream } from "../ports/stub.ts";

export type ScannerChartEvent =
  | ScannerEvent
  | { type: "user.toggleTorch" }
  | { type: "user.retryCamera" }
  | { type: "user.pickPicture"; picture: Blob };

export interface ScannerContext {
  hasTorch: boolean;
  isLit: boolean;
}

export const scannerMachine = setup({
  types: {
    context: {} as ScannerContext,
    events: {} as ScannerChartEvent,
    tags: {} as "starting" | "denied" | "missing" | "failing" | "reading",
    meta: {} as RuleMeta,
  },
  actors: {
    camera: stream<{ type: "torch.set"; isLit: boolean }>("camera"),
    readPicture: port<string | null, { picture: Blob }>("readPicture"),
  },
  actions: {
    setTorch: assign((_, { hasTorch }: { hasTorch: boolean }) => ({ hasTorch, isLit: false })),
    toggleTorch: assign({ isLit: ({ context }) => !context.isLit }),
    lightTorch: sendTo("camera", ({ context }) => ({ type: "torch.set" as const, isLit: context.isLit })),
    goTo: sendTo(navigationOf, (_, { text }: { text: string }) => ({
      type: "navigation.go" as const,
      to: pathIn(text),
    })),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `scanner: ${event.type}`),
  },
  guards: {
    hasTorch: ({ context }) => context.hasTorch,
    leadsSomewhere: (_, { text }: { text: string | null }) => text !== null && readCode(text) !== null,
    isEmpty: (_, { text }: { text: string | null }) => text === null,
    isDenied: ({ event }) => event.type === "scanner.failed" && event.cause === "denied",
    isMissing: ({ event }) => event.type === "scanner.failed" && event.cause === "missing",
  },
}).createMachine({
  id: "scanner",
  context: { hasTorch: false, isLit: false },
  type: "parallel",
  states: {
    camera: {
      initial: "on",
      states: {
        on: {
          description: "This state owns the camera: leaving it releases the camera.",
          initial: "starting",
          invoke: { id: "camera", src: "camera", onError: { target: "failing", actions: "reportFailure" } },
          on: {
            "scanner.failed": [
              { guard: "isDenied", target: "denied" },
              { guard: "isMissing", target: "missing" },
              { target: "failing" },
            ],
          },
          states: {
            starting: {
              tags: "starting",
              on: {
                "scanner.started": {
                  target: "watching",
                  actions: { type: "setTorch", params: ({ event }) => ({ hasTorch: event.hasTorch }) },
                },
              },
            },
            watching: {
              description: "A valid code opens a card. Another code shows a toast, and scanning continues.",
              meta: { rule: "2-98" },
              on: {
                "scanner.read": [
                  {
                    guard: { type: "leadsSomewhere", params: ({ event }) => ({ text: event.text }) },
                    actions: { type: "goTo", params: ({ event }) => ({ text: event.text }) },
                  },
                  { actions: { type: "notify", params: told("codeUnknown") } },
                ],
                "user.toggleTorch": { guard: "hasTorch", actions: ["toggleTorch", "lightTorch"] },
              },
            },
          },
        },
        denied: { tags: "denied", on: { "user.retryCamera": "on" } },
        missing: { tags: "missing", on: { "user.retryCamera": "on" } },
        failing: { tags: "failing", on: { "user.retryCamera": "on" } },
      },
    },
    picture: {
      initial: "none",
      states: {
        none: { on: { "user.pickPicture": "reading" } },
        reading: {
          tags: "reading",
          invoke: {
            id: "readPicture",
            src: "readPicture",
            input: ({ event }) => {
              assertEvent(event, "user.pickPicture");
              return { picture: event.picture };
            },
            onDone: [
              {
                guard: { type: "leadsSomewhere", params: ({ event }) => ({ text: event.output }) },
                target: "none",
                actions: { type: "goTo", params: ({ event }) => ({ text: event.output ?? "" }) },
              },
              {
                guard: { type: "isEmpty", params: ({ event }) => ({ text: event.output }) },
                target: "none",
                actions: { type: "notify", params: told("codeMissing") },
              },
              { target: "none", actions: { type: "notify", params: told("codeUnknown") } },
            ],
            onError: {
              target: "none",
              actions: ["reportFailure", { type: "notify", params: told("codeMissing") }],
            },
          },
        },
      },
    },
  },
});

function told(key: ToastKey) {
  return { toast: { tone: "error", key } } as const;
}

/** Returns the path of a code. The guard has validated the text before. */
function pathIn(text: string): string {
  const target: ScannedTarget | null = readCode(text);
  if (!target) throw new Error("No QR code is read");
  return codePath(target);
}
