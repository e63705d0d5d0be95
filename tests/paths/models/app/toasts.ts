import { selectToast, toastsMachine } from "../../../../machines/app/toasts.ts";
import type { ToastContent } from "../../../../machines/domain/toast.ts";
import { ANNA, aWorld, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const OFFLINE: ToastContent = { tone: "error", failure: "network" };
const SLOW: ToastContent = { tone: "error", failure: "tooFrequent" };

const WORDS = ["No connection, please try again", "Operation too frequent, please try again later"];

function wordsOf(toast: ToastContent | null | undefined): string {
  return WORDS[JSON.stringify(toast) === JSON.stringify(OFFLINE) ? 0 : 1] ?? "";
}

/** Toasts: each for two seconds, one after another (9-07). */
export const toastsModel: ChartModel<typeof toastsMachine> = {
  chart: "toasts",
  machine: toastsMachine,
  input: undefined,
  events: {
    "toast.add network": { type: "toast.add", toast: OFFLINE },
    "toast.add tooFrequent": ({ context }) =>
      context.queue.length < 3 ? { type: "toast.add", toast: SLOW } : null,
    "user.dismissToast": { type: "user.dismissToast" },
  },
  answers: {},
  key: ({ context }) => context.queue.map((toast) => ("failure" in toast ? toast.failure : "")).join(),
  isRest: ({ value }) => value === "empty",

  opens: () => ({ world: aWorld() }),
  prepare: (ports) => ports.hold("im.changeConversation"),
  actor: (app) => childOf(app, "toasts"),
  calls: {},
  delays: { toastDuration: 2000 },
  stimuli: {
    "toast.add network": (stage) => failAChange(stage, "network"),
    "toast.add tooFrequent": (stage) => failAChange(stage, "tooFrequent"),
  },
  press: {
    "user.dismissToast": async (event, stage) => {
      const shown = selectToast(childOf(stage.app, "toasts")?.getSnapshot());
      await press(`button: ${wordsOf(shown)}`)(event, stage);
    },
  },
  reads: (snapshot) => ({ toast: selectToast(snapshot), isShown: snapshot.value === "showing" }),
  rows: {
    empty: { reads: { toast: null, isShown: false }, sees: WORDS.map((words) => `!button: ${words}`) },
    showing: ({ snapshot: { context } }) => ({
      reads: { toast: context.queue[0], isShown: true },
      sees: WORDS.map((words) => `${words === wordsOf(context.queue[0]) ? "" : "!"}button: ${words}`),
    }),
  },
  leads: {
    empty: {
      "toast.add network": "showing",
      "toast.add tooFrequent": "showing",
    },
    showing: {
      "toast.add network": unlessQueued(OFFLINE),
      "toast.add tooFrequent": unlessQueued(SLOW),
      "user.dismissToast": goOn,
      "after toastDuration": goOn,
    },
  },
  noise: {
    "dismissing a toast that is not there": {
      when: ({ value }) => value === "empty",
      make: ({ app }) => childOf(app, "toasts")?.send({ type: "user.dismissToast" }),
    },
    "the visible toast again": {
      when: ({ value }) => value === "showing",
      make: (stage) => failAChange(stage, "network"),
    },
  },
};

type Toasts = SnapshotOf<typeof toastsMachine>;

async function failAChange(stage: Stage, code: "network" | "tooFrequent"): Promise<void> {
  const list = childOf(stage.app, "session", "signedIn", "conversations");
  const change = { kind: "pin", conversationID: singleChatID(ANNA), pinned: true } as const;
  list?.send({ type: "user.changeConversation", change });
  stage.ports.reject("im.changeConversation", code);
  await stage.settle();
}

function unlessQueued(toast: ToastContent) {
  return ({ context }: Toasts): string | null => (context.queue.includes(toast) ? null : STAYS);
}

function goOn({ context }: Toasts): string {
  return context.queue.length > 1 ? "showing" : "empty";
}
