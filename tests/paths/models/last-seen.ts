import { lastSeenMachine } from "../../../machines/last-seen.ts";
import { aConversation, aMessage, aWorld, ME } from "../../fakes/world.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";
import { helpersDoNotFail } from "./excuses.ts";

const ANNA = aConversation({ conversationID: "si_anna", userID: "anna", showName: "Anna before" });
const BEN = aConversation({ conversationID: "si_ben", userID: "ben", showName: "Ben before" });

/** Mia comes back, and the SDK is not there yet: another tab has it. */
export const lastSeenModel: ChartModel<typeof lastSeenMachine> = {
  chart: "lastSeen",
  machine: lastSeenMachine,
  input: { userID: ME },
  events: {
    "pages.changed to Anna's": ({ value }) =>
      value === "read" ? { type: "pages.changed", pages: { si_anna: [aMessage()] } } : null,
    "pages.changed to none": ({ value }) => (value === "read" ? { type: "pages.changed", pages: {} } : null),
  },
  answers: {
    readRows: { done: { "two chats": () => [ANNA, BEN], none: () => [] }, failed: ["unknown"] },
  },
  isRest: ({ value }) => value === "read",

  opens: () => ({ world: aWorld(), tab: "manual" }),
  actor: (app) => childOf(app, "session", "lastSeen"),
  calls: { readRows: "storage.readRows" },
  logged: ["readRows"],
  reads: ({ value, context }) => ({
    is: value,
    rows: context.rows.map(({ conversationID }) => conversationID),
    pages: Object.keys(context.pages),
  }),
  key: ({ context }) => Object.keys(context.pages).join(),
  // Which rows were read, and then whose pages there are.
  around: {
    start: "",
    after: (around, label) =>
      label.startsWith("readRows")
        ? label
        : `${around.replace(" of Anna", "")}${label.endsWith("Anna's") ? " of Anna" : ""}`,
  },
  rows: {
    reading: {
      asks: [["storage.readRows", { userID: ME }]],
      reads: { is: "reading", rows: [], pages: [] },
      sees: ["text: Loading", "!list: Conversations"],
    },
    read: ({ step }) => ({ reads: { is: "read", ...readAt(step) }, sees: seenAt(step) }),
  },
  leads: {
    reading: {
      "readRows done (two chats)": "read",
      "readRows done (none)": "read",
      "readRows failed (unknown)": "read",
    },
    read: { "pages.changed to Anna's": STAYS, "pages.changed to none": STAYS },
  },
  excused: helpersDoNotFail("seenPages"),
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
