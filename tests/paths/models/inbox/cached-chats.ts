import { cachedChatsMachine } from "../../../../machines/inbox/cached-chats.ts";
import { aConversation, aMessage, aWorld, ME } from "../../../fakes/world.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const ANNA = aConversation({ conversationID: "si_anna", userID: "anna", showName: "Anna before" });
const BEN = aConversation({ conversationID: "si_ben", userID: "ben", showName: "Ben before" });

/** Mia comes back. Another tab holds the SDK, so it is not available yet. */
export const cachedChatsModel: ChartModel<typeof cachedChatsMachine> = {
  chart: "cachedChats",
  machine: cachedChatsMachine,
  input: { userID: ME },
  events: {
    "pages.changed to Anna's": ({ value }) =>
      value === "read" ? { type: "pages.changed", pages: { si_anna: [aMessage()] } } : null,
    "pages.changed to none": ({ value }) => (value === "read" ? { type: "pages.changed", pages: {} } : null),
  },
  answers: {
    readRows: {
      done: { "two chats": () => [ANNA, BEN], "one chat": () => [ANNA], none: () => [] },
      failed: ["unknown"],
    },
    askRows: { done: { "Ben's": () => [BEN], none: () => [] }, failed: ["network"] },
  },
  isRest: ({ value }) => value === "read",

  opens: () => ({ world: aWorld(), tab: "manual" }),
  actor: (app) => childOf(app, "session", "cachedChats"),
  calls: { readRows: "storage.readRows", askRows: "rows.askRows" },
  logged: ["readRows", "askRows"],
  reads: ({ value, context }) => ({
    is: value,
    rows: context.rows.map(({ conversationID }) => conversationID),
    pages: Object.keys(context.pages),
  }),
  key: ({ context }) => Object.keys(context.pages).join(),
  // Which rows were read, and then which chats have pages.
  around: {
    start: "",
    after: (around, label) =>
      label.includes("Rows ")
        ? label
        : `${around.replace(" of Anna", "")}${label.endsWith("Anna's") ? " of Anna" : ""}`,
  },
  rows: {
    reading: {
      asks: [["storage.readRows", { userID: ME }]],
      reads: { is: "reading", rows: [], pages: [] },
      sees: ["text: Loading", "!list: Chat list"],
    },
    asking: {
      asks: [["rows.askRows", { userID: ME }]],
      reads: { is: "asking", rows: [], pages: [] },
      sees: ["text: Loading", "!list: Chat list"],
    },
    read: ({ step }) => ({ reads: { is: "read", ...readAt(step) }, sees: seenAt(step) }),
  },
  leads: {
    reading: {
      "readRows done (two chats)": "read",
      "readRows done (one chat)": "read",
      "readRows done (none)": "asking",
      "readRows failed (unknown)": "read",
    },
    asking: {
      "askRows done (Ben's)": "read",
      "askRows done (none)": "read",
      "askRows failed (network)": "read",
    },
    read: { "pages.changed to Anna's": STAYS, "pages.changed to none": STAYS },
  },
  excused: helpersDoNotFail("cachedPages"),
};

type At = { around: string } | null | undefined;

function readAt(step: At) {
  const around = step?.around ?? "";
  return {
    rows: rowsAt(around).map(({ conversationID }) => conversationID),
    pages: around.includes("of Anna") ? ["si_anna"] : [],
  };
}

function rowsAt(around: string) {
  if (around.includes("two chats")) return [ANNA, BEN];
  if (around.includes("one chat")) return [ANNA];
  return around.includes("Ben's") ? [BEN] : [];
}

function seenAt(step: At): string[] {
  const rows = rowsAt(step?.around ?? "");
  return rows.length > 0
    ? ["list: Chat list", ...rows.map(({ showName }) => `listitem: ${showName}`)]
    : ["text: Loading", "!list: Chat list"];
}
