import { callListMachine } from "../../../machines/call-list.ts";
import type { CallEntry } from "../../../machines/ports.ts";
import { ANNA, aConversation, aMessage, aWorld, NOON, singleChatID } from "../../fakes/world.ts";
import { press } from "../hands.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";

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

/** The list of calls, opened by its address. */
export const callListModel: ChartModel<typeof callListMachine> = {
  chart: "callList",
  machine: callListMachine,
  input: undefined,
  events: {
    "im.conversations": { type: "im.conversations", conversations: [aConversation(), RECORDED] },
    "im.conversations without a call": { type: "im.conversations", conversations: [aConversation()] },
    "user.retryCalls": { type: "user.retryCalls" },
  },
  answers: {
    loadCalls: { done: { "": () => [ENTRY], empty: () => [] }, failed: ["unknown"] },
    reloadCalls: { done: { "": () => [NEWER, ENTRY] }, failed: ["unknown"] },
  },
  key: ({ context }) => `${context.entries.length}`,
  phase: ({ value }) => value,
  evenIgnored: ["im.conversations without a call"],
  isRest: ({ value }) => value === "ready",

  opens: () => ({
    world: aWorld(),
    path: "/callRecord",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: (app) => childOf(app, "session", "messenger", "callList"),
  calls: { loadCalls: "im.loadCalls", reloadCalls: "im.loadCalls" },
  logged: ["reloadCalls"],
  press: { "user.retryCalls": press("button: Retry") },
  reads: ({ value, context }) => ({ is: value, ids: context.entries.map(({ clientMsgID }) => clientMsgID) }),
  rows: {
    loading: {
      asks: ["im.loadCalls"],
      reads: { is: "loading", ids: [] },
      sees: ["!text: No calls yet", "!button: Retry"],
    },
    failed: {
      reads: { is: "failed", ids: [] },
      sees: ["text: Calls could not be loaded", "button: Retry"],
    },
    ready: ({ snapshot: { context } }) => ({
      reads: { is: "ready", ids: listed(context) },
      sees: rows(context),
    }),
    refreshing: ({ snapshot: { context } }) => ({
      asks: ["im.loadCalls"],
      reads: { is: "refreshing", ids: listed(context) },
      sees: rows(context),
    }),
  },
  noise: {
    "a call that has ended while the list cannot be read": {
      when: ({ value }) => value === "failed",
      make: ({ ports }) => ports.emit.conversations({ type: "im.conversations", conversations: [RECORDED] }),
    },
    "a new count of unread messages": ({ ports }) =>
      ports.emit.conversations({ type: "im.unreadTotal", count: 7 }),
  },
};

/** Newest first, as far as they were loaded. */
function listed({ entries }: { entries: readonly CallEntry[] }): string[] {
  return ["call-2", "call-1"].slice(2 - entries.length);
}

/** What was loaded stays while it is loaded anew. */
function rows({ entries }: { entries: readonly CallEntry[] }): string[] {
  if (entries.length === 0) return ["text: No calls yet", "!button: Retry"];
  return ["list: Call record", "text: Anna", "!text: No calls yet", "!button: Retry"];
}
