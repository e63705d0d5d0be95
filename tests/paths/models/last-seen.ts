import { lastSeenMachine } from "../../../machines/last-seen.ts";
import { aConversation, aMessage, aWorld, ME } from "../../fakes/world.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";

const ANNA = aConversation({ conversationID: "si_anna", userID: "anna", showName: "Anna before" });
const BEN = aConversation({ conversationID: "si_ben", userID: "ben", showName: "Ben before" });

/** Mia comes back, and the SDK is not there yet: another tab has it. */
export const lastSeenModel: ChartModel<typeof lastSeenMachine> = {
  chart: "lastSeen",
  machine: lastSeenMachine,
  input: { userID: ME },
  events: {},
  answers: {
    readRows: { done: { "two chats": () => [ANNA, BEN], none: () => [] }, failed: ["unknown"] },
    readPages: {
      done: { "of Anna": () => ({ si_anna: [aMessage()] }), none: () => ({}) },
      failed: ["unknown"],
    },
  },
  isRest: ({ value }) => value === "read",

  opens: () => ({ world: aWorld(), tab: "manual" }),
  actor: (app) => childOf(app, "session", "lastSeen"),
  calls: { readRows: "storage.readRows", readPages: "storage.readPages" },
  logged: ["readRows", "readPages"],
  reads: ({ value, context }) => ({
    is: value,
    rows: context.rows.map(({ conversationID }) => conversationID),
    pages: Object.keys(context.pages),
  }),
  // What was read on the way stays.
  around: {
    start: "",
    after: (around, label) => `${around}${label.includes("done (none)") ? "" : label}`,
  },
  rows: {
    reading: {
      asks: [["storage.readRows", { userID: ME }]],
      reads: { is: "reading", rows: [], pages: [] },
      sees: ["text: Loading", "!list: Conversations"],
    },
    turning: ({ step }) => ({
      asks: [["storage.readPages", { userID: ME }]],
      reads: { is: "turning", ...readAt(step) },
      sees: seenAt(step),
    }),
    read: ({ step }) => ({ reads: { is: "read", ...readAt(step) }, sees: seenAt(step) }),
  },
  leads: {
    reading: {
      "readRows done (two chats)": "turning",
      "readRows done (none)": "turning",
      "readRows failed (unknown)": "turning",
    },
    turning: {
      "readPages done (of Anna)": "read",
      "readPages done (none)": "read",
      "readPages failed (unknown)": "read",
    },
    read: {},
  },
};

type At = { around: string } | null | undefined;

/** What was read, as the labels on the way say. */
function readAt(step: At) {
  const around = step?.around ?? "";
  return {
    rows: around.includes("two chats") ? ["si_anna", "si_ben"] : [],
    pages: around.includes("of Anna") ? ["si_anna"] : [],
  };
}

function seenAt(step: At): string[] {
  return readAt(step).rows.length > 0
    ? ["list: Conversations", "listitem: Anna before", "listitem: Ben before"]
    : ["text: Loading", "!list: Conversations"];
}
