import { callListMachine } from "../../../../machines/calls/call-list.ts";
import type { CallEntry } from "../../../../machines/ports/im.ts";
import { ANNA, aConversation, aMessage, aWorld, NOON, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";

const RECORD = { roomID: "1", mediaType: "voice", result: "completed", durationSeconds: 61 } as const;
const ENTRY: CallEntry = {
  clientMsgID: "call-1",
  conversationID: singleChatID(ANNA),
  peer: { userID: ANNA, nickname: "Anna", faceURL: "" },
  isOutgoing: true,
  record: RECORD,
  endedAt: NOON - 60_000,
};
const NEWER: CallEntry = { ...ENTRY, clientMsgID: "call-2", endedAt: NOON };
const RECORDED = aConversation({
  latestMsg: aMessage({ clientMsgID: "call-2", content: { type: "callRecord", record: RECORD } }),
});

export const callListModel: ChartModel<typeof callListMachine> = {
  chart: "callList",
  machine: callListMachine,
  input: undefined,
  events: {
    "im.conversations": { type: "im.conversations", conversations: [aConversation(), RECORDED] },
    "im.conversations without a call": { type: "im.conversations", conversations: [aConversation()] },
    "im.syncFinished": { type: "im.syncFinished" },
    "user.retryCalls": { type: "user.retryCalls" },
  },
  answers: {
    loadCalls: { done: { "": () => [ENTRY], empty: () => [] }, failed: ["unknown"] },
    reloadCalls: { done: { "": () => [NEWER, ENTRY] }, failed: ["unknown"] },
    fetchCalls: { done: { "": () => true, "in vain": () => false }, failed: ["network"] },
  },
  key: ({ context }) => `${context.entries.length}`,
  // The last answer of the store.
  around: {
    start: "",
    after(around, label) {
      if (label === "loadCalls done") return "call-1";
      if (label === "loadCalls done (empty)") return "";
      return label === "reloadCalls done" ? "call-2 call-1" : around;
    },
  },
  phase: ({ value }) => `${value.list} ${value.recent}`,
  evenIgnored: ["im.conversations without a call"],
  // The list gets the event, too.
  cannot: (label, _, { value }) => label.startsWith("fetchCalls") && value.recent === "fetched",
  isRest: ({ value }) => value.list === "ready" && value.recent === "fetched",

  opens: () => ({
    world: aWorld(),
    path: "/callRecord",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "callList"),
  calls: { loadCalls: "im.loadCalls", reloadCalls: "im.loadCalls", fetchCalls: "im.fetchCalls" },
  logged: ["reloadCalls", "fetchCalls"],
  press: { "user.retryCalls": press("button: Retry") },
  pressable: (_, { value }) => value.list === "failed",
  reads: ({ value, context }) => ({ ...value, ids: context.entries.map(({ clientMsgID }) => clientMsgID) }),
  rows: {
    "list.loading": {
      asks: ["im.loadCalls"],
      reads: { list: "loading", ids: [] },
      sees: ["text: Loading", "!text: No calls yet", "!button: Retry"],
    },
    "list.failed": {
      reads: { list: "failed", ids: [] },
      sees: ["text: Couldn't load your calls", "button: Retry"],
    },
    "list.ready": ({ snapshot, step }) => ({
      reads: { list: "ready", ids: listed(step) },
      sees: rows(listed(step), snapshot),
    }),
    "list.refreshing": ({ snapshot, step }) => ({
      asks: ["im.loadCalls"],
      reads: { list: "refreshing", ids: listed(step) },
      sees: rows(listed(step), snapshot),
    }),
    "recent.fetching": { asks: ["im.fetchCalls"], reads: { recent: "fetching" } },
    "recent.fetched": { reads: { recent: "fetched" } },
  },
  leads: {
    "list.loading": {
      "im.conversations": "list.loading",
      "fetchCalls done": "list.loading",
      "loadCalls done": "list.ready",
      "loadCalls done (empty)": "list.ready",
      "loadCalls failed (unknown)": "list.failed",
    },
    "list.failed": {
      "user.retryCalls": "list.loading",
      "im.syncFinished": "list.loading",
      "fetchCalls done": "list.loading",
      "im.conversations": "list.loading",
    },
    "list.ready": {
      "im.conversations": "list.refreshing",
      "fetchCalls done": "list.refreshing",
    },
    "list.refreshing": {
      "im.conversations": "list.refreshing",
      "fetchCalls done": "list.refreshing",
      "reloadCalls done": "list.ready",
      "reloadCalls failed (unknown)": "list.ready",
    },
    "recent.*": {
      "im.conversations": "recent.fetching",
      // A call during the lost connection need not be the last message of its chat.
      "im.syncFinished": "recent.fetching",
    },
    "recent.fetching": {
      "fetchCalls done": "recent.fetched",
      "fetchCalls done (in vain)": "recent.fetched",
      "fetchCalls failed (network)": "recent.fetched",
    },
    "recent.fetched": {},
  },
  noise: {
    "a new count of unread messages": ({ ports }) =>
      ports.emit.conversations({ type: "im.unreadTotal", count: 7 }),
    "the start of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncStarted", reinstall: false }),
  },
};

function listed(step: { around: string } | null): string[] {
  return step?.around.split(" ").filter((id) => id !== "") ?? [];
}

/** Loaded rows stay during a reload. The empty text shows once no load is running. */
function rows(ids: readonly string[], { value }: SnapshotOf<typeof callListMachine>): string[] {
  if (ids.length > 0) return ["list: Call record", "text: Anna", "!text: Loading", "!button: Retry"];
  if (value.list !== "ready" || value.recent !== "fetched") return ["text: Loading", "!text: No calls yet"];
  return ["text: No calls yet", "!text: Loading", "!button: Retry"];
}
