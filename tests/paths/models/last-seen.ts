import { lastSeenMachine } from "../../../machines/last-seen.ts";
import { aConversation, aWorld, ME } from "../../fakes/world.ts";
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
  answers: { readRows: { done: { "two chats": () => [ANNA, BEN], none: () => [] }, failed: ["unknown"] } },
  isRest: ({ value }) => value === "read",

  opens: () => ({ world: aWorld(), tab: "manual" }),
  actor: (app) => childOf(app, "session", "lastSeen"),
  calls: { readRows: "storage.readRows" },
  logged: ["readRows"],
  reads: ({ value, context }) => ({
    is: value,
    rows: context.rows.map(({ conversationID }) => conversationID),
  }),
  rows: {
    reading: {
      asks: [["storage.readRows", { userID: ME }]],
      reads: { is: "reading", rows: [] },
      sees: ["text: Loading", "!list: Conversations"],
    },
    read: ({ step }) =>
      step?.label === "readRows done (two chats)"
        ? {
            reads: { is: "read", rows: ["si_anna", "si_ben"] },
            sees: ["list: Conversations", "listitem: Anna before", "listitem: Ben before"],
          }
        : { reads: { is: "read", rows: [] }, sees: ["text: Loading", "!list: Conversations"] },
  },
  leads: {
    reading: {
      "readRows done (two chats)": "read",
      "readRows done (none)": "read",
      "readRows failed (unknown)": "read",
    },
    read: {},
  },
};
