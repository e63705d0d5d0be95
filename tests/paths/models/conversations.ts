import { CONVERSATION_PAGE, conversationsMachine } from "../../../machines/conversations.ts";
import { aConversation, aWorld, someConversations } from "../../fakes/world.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";
import { streamsDoNotFail } from "./excuses.ts";
import { deafParent } from "./parents.ts";

const PIN = { kind: "pin", conversationID: "si_2", pinned: true } as const;
const REMOVE = { kind: "remove", conversationID: "si_1" } as const;

/** The conversation list of a person who is signed in and looks at it. */
export const conversationsModel: ChartModel<typeof conversationsMachine> = {
  chart: "conversations",
  machine: conversationsMachine,
  input: { parent: deafParent },
  events: {
    "im.conversations a new one": {
      type: "im.conversations",
      conversations: [aConversation({ conversationID: "si_new", showName: "New", latestMsgSendTime: 9e12 })],
    },
    "im.conversations a pinned one": {
      type: "im.conversations",
      conversations: [aConversation({ conversationID: "si_3", showName: "Person 3", isPinned: true })],
    },
    "im.unreadTotal": { type: "im.unreadTotal", count: 7 },
    "im.syncFinished": { type: "im.syncFinished" },
    "user.loadMore": { type: "user.loadMore" },
    "user.retryConversations": { type: "user.retryConversations" },
    "user.changeConversation pin": ({ context }) =>
      context.changes.length < 2 ? { type: "user.changeConversation", change: PIN } : null,
    "user.changeConversation remove": ({ context }) =>
      context.changes.length < 2 ? { type: "user.changeConversation", change: REMOVE } : null,
  },
  answers: {
    loadFirst: {
      done: { "a full page": () => someConversations(20), "a short page": () => someConversations(3) },
      failed: ["unknown"],
    },
    loadMore: {
      done: {
        "a full page": ({ context }) => someConversations(20, context.loaded + 1),
        "a short page": ({ context }) => someConversations(3, context.loaded + 1),
      },
      failed: ["unknown"],
    },
    loadUnreadTotal: { done: { "": () => 3 }, failed: ["unknown"] },
    changeConversation: { failed: ["network"] },
  },
  key: ({ context }) =>
    [Math.min(context.loaded, 20), context.rows.length > 0, context.changes.map(({ kind }) => kind)].join(),
  isRest: ({ value }) =>
    typeof value.list === "object" && value.unread === "known" && value.changes === "settled",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "messenger", "conversations"),
  calls: {
    loadFirst: "im.loadConversations",
    loadMore: "im.loadConversations",
    loadUnreadTotal: "im.loadUnreadTotal",
    changeConversation: "im.changeConversation",
  },
  tells: ["platform.setTitle", "notices <- notice.add"],
  logged: ["loadFirst", "loadMore", "loadUnreadTotal"],
  reads: ({ value, context }) => ({
    is: value,
    rows: context.rows.map(({ conversationID }) => conversationID),
    unread: context.unreadTotal,
  }),
  rows: {
    "list.loading": { asks: [["im.loadConversations", { offset: 0, count: 20 }]] },
    "list.ready.idle": {},
    "list.ready.loadingMore": ({ snapshot: { context } }) => ({
      asks: [["im.loadConversations", { offset: context.loaded, count: CONVERSATION_PAGE }]],
    }),
    "list.ready.exhausted": {},
    "list.failed": {},
    "unread.loading": { asks: ["im.loadUnreadTotal"] },
    "unread.known": {},
    "changes.settled": ({ snapshot: { value, context } }) => ({
      reads: {
        is: value,
        rows: context.rows.map(({ conversationID }) => conversationID),
        unread: context.unreadTotal,
      },
    }),
    "changes.saving": ({ snapshot: { value, context } }) => ({
      asks: [["im.changeConversation", context.changes[0]]],
      reads: {
        is: value,
        rows: context.rows.map(({ conversationID }) => conversationID),
        unread: context.unreadTotal,
      },
    }),
  },
  told({ label }) {
    if (label === "im.unreadTotal") return [["platform.setTitle", "(7) Parley"]];
    if (label === "loadUnreadTotal done") return [["platform.setTitle", "(3) Parley"]];
    if (label.startsWith("changeConversation failed"))
      return [["notices <- notice.add", { notice: { tone: "error", failure: "network" } }]];
    return [];
  },
  noise: {
    "progress of a synchronisation": ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 50 }),
    "a change of nothing": ({ ports }) =>
      ports.emit.conversations({ type: "im.conversations", conversations: [] }),
    "scrolling to an end that is none": {
      when: ({ value }) => typeof value.list === "string" || value.list.ready !== "idle",
      make: ({ app }) =>
        childOf(app, "session", "messenger", "conversations")?.send({ type: "user.loadMore" }),
    },
    "a retry without need": {
      when: ({ value }) => value.list !== "failed",
      make: ({ app }) =>
        childOf(app, "session", "messenger", "conversations")?.send({ type: "user.retryConversations" }),
    },
  },
  excused: streamsDoNotFail("conversationEvents", "syncEvents", "titleBar"),
};
