import { clipboardMachine } from "../../../../machines/app/clipboard.ts";
import { aMessage, aWorld } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";

export const clipboardModel: ChartModel<typeof clipboardMachine> = {
  chart: "clipboard",
  machine: clipboardMachine,
  input: undefined,
  events: {
    "user.copyText": { type: "user.copyText", text: "1000000001" },
    "user.copyText other": { type: "user.copyText", text: "other" },
  },
  answers: { copyText: { failed: ["unknown"] } },
  key: ({ context }) => context.text,
  isAlone: true,
  isRest: ({ value }) => value === "idle",

  opens: () => ({ world: aWorld() }),
  begin: (stage) => stage.act(() => stage.ports.visit("/profile")),
  actor: (app) => childOf(app, "clipboard"),
  calls: { copyText: "platform.copy" },
  tells: ["toasts <- toast.add"],
  press: { "user.copyText": press("button: Copy user ID") },
  pressable: (label) => label !== "user.copyText other",
  reads: ({ value }) => ({ is: value }),
  rows: {
    idle: ({ step }) => ({
      reads: { is: "idle" },
      sees:
        step?.label === "copyText done"
          ? ["text: Copied"]
          : step?.label === "copyText failed (unknown)"
            ? ["text: Copy failed"]
            : [],
    }),
    copying: ({ step }) => ({
      asks: [["platform.copy", step?.label === "user.copyText other" ? "other" : "1000000001"]],
      reads: { is: "copying" },
    }),
  },
  leads: {
    // No press is dropped: the latest copy counts, and its result is shown.
    "*": { "user.copyText": "copying", "user.copyText other": "copying" },
    idle: {},
    copying: { "copyText done": "idle", "copyText failed (unknown)": "idle" },
  },
  told: ({ label }) => {
    if (label === "copyText done")
      return [["toasts <- toast.add", { toast: { tone: "info", key: "copied" } }]];
    if (label === "copyText failed (unknown)")
      return [["toasts <- toast.add", { toast: { tone: "error", key: "copyFailed" } }]];
    return [];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
  },
};
