import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { conversationsMachine } from "../../../../machines/inbox/conversations.ts";
import {
  ANNA,
  aConversation,
  aGroupConversation,
  aMessage,
  aWorld,
  groupChatID,
  ME,
  someConversations,
} from "../../../fakes/world.ts";
import { inOrder, pick, press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { scrollTo, viewport } from "../../layout.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const PIN = { kind: "pin", conversationID: "si_2", pinned: true } as const;
const REMOVE = { kind: "remove", conversationID: "si_1" } as const;
const CLEAR = { kind: "clear", conversationID: "si_1" } as const;
const CLEAR_ALL = { kind: "clearAll", conversationID: null } as const;
const CHANGES: Readonly<Record<string, unknown>> = {
  pin: PIN,
  remove: REMOVE,
  clear: CLEAR,
  clearAll: CLEAR_ALL,
};

/** Rows per request (4-52). */
const PAGE = 20;

const group = (groupID: string) => {
  const conversationID = groupChatID(groupID);
  const latestMsg = aMessage({ clientMsgID: groupID, conversationID, groupID, recvID: "" });
  return aGroupConversation({ groupID, showName: `Group ${groupID}`, latestMsg });
};
/** The rows of the first page and of later pages; the last row is a group. */
const first = (count: number) => [...someConversations(count - 1), group("first")];
const later = (count: number, from: number) => [...someConversations(count - 1, from), group("later")];
const meets = (groupID: string): Wire => ["signedIn <- memberDirectory.meet", { groupID, userIDs: [ANNA] }];

const NEW = { ...group("new"), showName: "New", latestMsgSendTime: 9e12 };
const TO_ME = aMessage({
  clientMsgID: "to-me",
  conversationID: NEW.conversationID,
  groupID: "new",
  recvID: "",
  sendTime: 9.1e12,
  content: { type: "at", text: `@${ME}`, mentions: [{ userID: ME, name: "Mia" }] },
});
const PINNED = aConversation({ conversationID: "si_3", showName: "Person 3", isPinned: true });
/** A row of the last session that no longer exists. */
const SEEN = aConversation({ conversationID: "si_seen", userID: "seen", showName: "Seen last" });
const MUTED = aConversation({ conversationID: "si_2", showName: "Person 2", recvMsgOpt: 2 });

/** Its messages were removed on another device, and no later one came. */
const CLEARED = { ...NEW, latestMsg: null, latestMsgSendTime: 0 };
/** Cleared as well, but it stays in the list, because it is pinned. */
const CLEARED_PINNED = { ...PINNED, latestMsg: null };

interface Line {
  id: string;
  name: string;
  isPinned: boolean;
  time: number;
}

interface Told {
  rows: readonly Line[];
  loaded: number;
  /** Whether the list is loaded again. */
  isAgain: boolean;
  total: number;
  changes: readonly string[];
  /** Whether the new group has an unread mention of this user. */
  isMentioned: boolean;
  /** The ids that the next session starts with; null before the first page. */
  kept: readonly string[] | null;
}

const BEGINNING: Told = {
  rows: [],
  loaded: 0,
  isAgain: false,
  total: 0,
  changes: [],
  isMentioned: false,
  kept: null,
};
type Value = SnapshotOf<typeof conversationsMachine>["value"];

const { read, at, remember } = ledgerFrom(BEGINNING);

export const conversationsModel: ChartModel<typeof conversationsMachine> = {
  chart: "conversations",
  machine: conversationsMachine,
  input: { parent: ignoringParent, userID: ME },
  events: {
    "im.conversations a new one": {
      type: "im.conversations",
      conversations: [NEW],
    },
    "im.conversations a pinned one": {
      type: "im.conversations",
      conversations: [PINNED],
    },
    "im.conversations a muted one": ({ context }) =>
      context.rows.some(({ conversationID, recvMsgOpt }) => conversationID === "si_2" && recvMsgOpt === 0)
        ? { type: "im.conversations", conversations: [MUTED] }
        : null,
    "im.conversations cleared ones": ({ context: { rows } }) =>
      rows.some(({ conversationID }) => conversationID === CLEARED.conversationID)
        ? {
            type: "im.conversations",
            conversations: [CLEARED, CLEARED_PINNED],
            cleared: [CLEARED.conversationID, CLEARED_PINNED.conversationID],
          }
        : null,
    // Newer than the row's last message.
    "im.messages to me": ({ context: { rows } }) =>
      rows.some(({ conversationID, mention }) => conversationID === NEW.conversationID && !mention)
        ? { type: "im.messages", messages: [TO_ME] }
        : null,
    "im.unreadTotal": { type: "im.unreadTotal", count: 7 },
    "im.syncFinished": { type: "im.syncFinished" },
    "user.loadMore": { type: "user.loadMore" },
    // Typed in the search for a chat to send something to.
    "user.searchChats a word": { type: "user.searchChats", query: "Ann" },
    "user.searchChats a blank": { type: "user.searchChats", query: " " },
    "user.retryConversations": { type: "user.retryConversations" },
    "user.changeConversation pin": ({ context }) =>
      context.changes.length < 2 ? { type: "user.changeConversation", change: PIN } : null,
    "user.changeConversation remove": ({ context }) =>
      context.changes.length < 2 ? { type: "user.changeConversation", change: REMOVE } : null,
    // Pressed on the chat's settings page, not in the list.
    "user.changeConversation clear": ({ context }) =>
      context.changes.length === 0 ? { type: "user.changeConversation", change: CLEAR } : null,
    // Pressed in the account settings.
    "user.changeConversation clear all": ({ context }) =>
      context.changes.length === 0 ? { type: "user.changeConversation", change: CLEAR_ALL } : null,
  },
  answers: {
    loadFirst: {
      done: { "a full page": () => first(PAGE), "a short page": () => first(3) },
      failed: ["unknown"],
    },
    loadMore: {
      done: {
        "a full page": ({ context }) => later(PAGE, context.loaded + 1),
        "a short page": ({ context }) => later(3, context.loaded + 1),
      },
      failed: ["unknown"],
    },
    loadUnreadTotal: { done: { "": () => 3 }, failed: ["unknown"] },
    changeConversation: { failed: ["network"] },
  },
  key: ({ context }) => [context.rows.length > 0, context.changes.map(({ kind }) => kind)].join(),
  around: { ...remember(follow), key: keyOf },
  // The saved change matters while only the first page is loaded.
  phase(_, around) {
    const { loaded, isAgain, changes } = read(around);
    return [keyOf(around), loaded === PAGE && !isAgain ? changes[0] : ""].join(" ");
  },
  isRest: ({ value }) => readyPart(value) !== null && value.unread === "known" && value.changes === "settled",

  opens: () => ({ world: aWorld({ seen: [SEEN] }) }),
  prepare: () => {
    viewport.height = 300;
  },
  actor: (app) => childOf(app, "session", "signedIn", "conversations"),
  calls: {
    loadFirst: "im.loadConversations",
    loadMore: "im.loadConversations",
    loadUnreadTotal: "im.loadUnreadTotal",
    changeConversation: "im.changeConversation",
  },
  tells: [
    "platform.setUnread",
    "toasts <- toast.add",
    "signedIn <- memberDirectory.meet",
    "signedIn <- conversations.cleared",
    "signedIn <- outbox.clear",
  ],
  // The prefetch loads fewer.
  isOwn: ({ call, input }) =>
    call !== "im.loadConversations" || JSON.stringify(input).includes(`"count":${PAGE}`),
  logged: ["loadFirst", "loadMore", "loadUnreadTotal"],
  delays: { reloadPause: 3000 },
  press: {
    "user.loadMore": (_, stage) =>
      stage.act(() => {
        const list = find("list", "Chat list");
        const main = list.closest("[data-scroller]");
        // Scrolls to the end, and back to the rows that the test looks for.
        for (const top of [20 * 72, 0]) if (main) scrollTo(main, { height: 300, content: 20 * 72, top });
      }),
    "user.retryConversations": press("button: Retry"),
    "user.changeConversation pin": pick("Person 2", "Pin"),
    "user.changeConversation remove": inOrder(pick("Person 1", "Delete"), press("button in dialog: Delete")),
  },
  pressable(label, { value, context: { rows } }) {
    // One scroll reaches the end only while the list has one page.
    if (label === "user.loadMore") return rows.length === 20 && readyPart(value) !== null;
    if (label.startsWith("user.changeConversation clear") || label.startsWith("user.searchChats"))
      return false;
    if (label === "user.changeConversation pin") return rows[1]?.conversationID === "si_2";
    return label !== "user.changeConversation remove" || rows[0]?.conversationID === "si_1";
  },
  reads: ({ value, context }, { ports }) => ({
    ...value,
    kept: ports.keptRows,
    total: context.unreadTotal,
    rows: context.rows.map(({ conversationID }) => conversationID),
    mentioned: context.rows.flatMap(({ conversationID, mention }) => (mention ? [conversationID] : [])),
  }),
  rows: {
    "list.loading.first": (moment) => loadingRow(moment, "first"),
    "list.loading.again": (moment) => loadingRow(moment, "again"),
    "list.pausing": ({ step }) => ({
      reads: { list: "pausing", ...rowsToldBy(step) },
      sees: [...listSeen(step), "!text: Not up to date", "!text: Couldn't load your chats"],
    }),
    "list.ready.idle": ({ step }) => ({
      reads: { list: { ready: "idle" }, ...rowsToldBy(step) },
      sees: [...listSeen(step), "!status: Loading"],
    }),
    "list.ready.loadingMore": ({ step }) => ({
      asks: [["im.loadConversations", { offset: at(step).loaded, count: PAGE }]],
      reads: { list: { ready: "loadingMore" }, ...rowsToldBy(step) },
      sees: [...listSeen(step), "status: Loading"],
    }),
    "list.ready.exhausted": ({ step }) => ({
      reads: { list: { ready: "exhausted" }, ...rowsToldBy(step) },
      sees: [...listSeen(step), "!status: Loading", "!text: Couldn't load your chats"],
    }),
    "list.ready.failed": ({ step }) => ({
      reads: { list: { ready: "failed" }, ...rowsToldBy(step) },
      sees: [...listSeen(step), "text: Couldn't load your chats", "button: Retry", "!status: Loading"],
    }),
    "list.failed": ({ step }) => ({
      reads: { list: "failed", ...rowsToldBy(step) },
      sees:
        at(step).rows.length > 0
          ? [...listSeen(step), "text: Not up to date", "button: Retry"]
          : ["text: Couldn't load your chats", "button: Retry", "!list: Chat list"],
    }),
    "search.off": { reads: { search: "off" } },
    "search.loadingAll": { reads: { search: "loadingAll" } },
    "unread.loading": ({ step }) => ({
      asks: ["im.loadUnreadTotal"],
      reads: { unread: "loading", total: at(step).total },
      sees: [badge(at(step).total)],
    }),
    "unread.known": ({ step }) => ({
      reads: { unread: "known", total: at(step).total },
      sees: [badge(at(step).total)],
    }),
    "shownRows.cached": ({ snapshot }) => ({
      reads: { shownRows: "cached", kept: null },
      sees:
        snapshot.value.list === "failed"
          ? ["!listitem: Seen last"]
          : ["list: Chat list", "listitem: Seen last", "!listitem: New"],
    }),
    "shownRows.live": ({ step }) => ({
      reads: { shownRows: "live", kept: at(step).kept },
      sees: ["!listitem: Seen last"],
    }),
    "changes.settled": { reads: { changes: "settled" } },
    "changes.saving": ({ step }) => ({
      asks: [["im.changeConversation", CHANGES[at(step).changes[0] ?? ""]]],
      reads: { changes: "saving" },
    }),
  },
  leads: {
    "list.*": {
      "im.conversations a new one": STAYS,
      "im.conversations a pinned one": STAYS,
      "im.conversations cleared ones": STAYS,
      "im.syncFinished": "list.loading.first",
      "im.conversations a muted one": STAYS,
      "im.messages to me": STAYS,
    },
    "list.loading.*": {
      "loadFirst done (a full page)": nextPage,
      "loadFirst done (a short page)": "list.ready.exhausted",
    },
    // Rows that are shown are loaded once more before the user is told.
    "list.loading.first": {
      "loadFirst failed (unknown)": ({ value }) =>
        value.shownRows === "live" ? "list.pausing" : "list.failed",
    },
    "list.loading.again": { "loadFirst failed (unknown)": "list.failed" },
    "list.pausing": { "after reloadPause": "list.loading.again" },
    "list.ready.idle": {
      "user.loadMore": "list.ready.loadingMore",
      "user.searchChats a word": "list.ready.loadingMore",
    },
    "list.ready.loadingMore": {
      "loadMore done (a full page)": nextPage,
      "loadMore done (a short page)": "list.ready.exhausted",
      // Also while a search needs all chats: only the user tries again.
      "loadMore failed (unknown)": "list.ready.failed",
    },
    "list.ready.failed": {
      "user.retryConversations": "list.ready.loadingMore",
    },
    "list.ready.exhausted": {},
    "list.failed": {
      "user.retryConversations": "list.loading.again",
    },
    "search.off": {
      "user.searchChats a word": ({ value }) => (hasAllRows(value) ? "search.off" : "search.loadingAll"),
    },
    "search.loadingAll": {
      "user.searchChats a blank": "search.off",
      "loadFirst done (a short page)": "search.off",
      "loadMore done (a short page)": "search.off",
    },
    "unread.*": {
      "im.unreadTotal": "unread.known",
      "im.syncFinished": "unread.loading",
      "im.conversations a muted one": "unread.loading",
    },
    "unread.loading": {
      "loadUnreadTotal done": "unread.known",
      "loadUnreadTotal failed (unknown)": "unread.known",
    },
    "unread.known": {},
    "shownRows.cached": {
      "loadFirst done (a full page)": "shownRows.live",
      "loadFirst done (a short page)": "shownRows.live",
    },
    "shownRows.live": {},
    "changes.settled": {
      "user.changeConversation pin": "changes.saving",
      "user.changeConversation remove": "changes.saving",
      "user.changeConversation clear": "changes.saving",
      "user.changeConversation clear all": "changes.saving",
    },
    "changes.saving": {
      "user.changeConversation pin": STAYS,
      "user.changeConversation remove": STAYS,
      "changeConversation done": saveNext,
      "changeConversation failed (network)": saveNext,
    },
  },
  told({ label, aroundBefore }) {
    const [saved] = label === "changeConversation done" ? read(aroundBefore).changes : [];
    // The outbox drops what is not sent. An open chat still shows the deleted messages, so it is told.
    const cleared = (conversationID: string | null): Wire[] => [
      ["signedIn <- outbox.clear", { conversationID }],
      ["signedIn <- conversations.cleared", { conversationID }],
    ];
    if (saved === "clear" || saved === "remove") return cleared("si_1");
    if (saved === "clearAll")
      return [...cleared(null), ["toasts <- toast.add", { toast: { tone: "info", key: "chatsCleared" } }]];
    if (label === "im.conversations a new one") return [meets("new")];
    if (label.startsWith("loadFirst done")) return [meets("first")];
    if (label.startsWith("loadMore done")) return [meets("later")];
    if (label === "im.unreadTotal") return [["platform.setUnread", 7]];
    if (label === "loadUnreadTotal done") return [["platform.setUnread", 3]];
    if (label.startsWith("changeConversation failed"))
      return [["toasts <- toast.add", { toast: { tone: "error", failure: "network" } }]];
    return [];
  },
  noise: {
    "progress of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 50 }),
    "an empty change": ({ ports }) =>
      ports.emit.conversations({ type: "im.conversations", conversations: [] }),
    "loading more at the wrong time": {
      when: ({ value }) => readyPart(value) !== "idle",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "conversations")?.send({ type: "user.loadMore" }),
    },
    "a needless retry": {
      when: ({ value }) => value.list !== "failed" && readyPart(value) !== "failed",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "conversations")?.send({ type: "user.retryConversations" }),
    },
  },
  excused: helpersDoNotFail("titleBar", "rowStore"),
};

/** How far the list was loaded, up to two pages, and whether it was loaded before. */
function keyOf(around: string): string {
  const { loaded, isAgain } = read(around);
  return `${Math.min(loaded, 2 * PAGE)} ${isAgain}`;
}

function hasAllRows(value: Value): boolean {
  return readyPart(value) === "exhausted";
}

/** The state of the list once its first page is loaded. */
function readyPart({ list }: Value): "idle" | "loadingMore" | "failed" | "exhausted" | null {
  return typeof list === "object" && "ready" in list ? list.ready : null;
}

function nextPage({ value }: SnapshotOf<typeof conversationsMachine>): string {
  return value.search === "loadingAll" ? "list.ready.loadingMore" : "list.ready.idle";
}

function saveNext({ context }: SnapshotOf<typeof conversationsMachine>): string {
  return context.changes.length > 1 ? "changes.saving" : "changes.settled";
}

function follow(before: Told, label: string): Told {
  const lay = (...rows: Conversation[]) => ({ rows: laid(before.rows, rows) });
  const from = before.loaded + 1;
  const [done = "", ...waiting] = before.changes;
  const change: Readonly<Record<string, () => Partial<Told>>> = {
    "im.conversations a new one": () => lay(NEW),
    "im.messages to me": () => ({ isMentioned: true }),
    "im.conversations a pinned one": () => lay(PINNED),
    "im.conversations a muted one": () => lay(MUTED),
    "im.conversations cleared ones": () => ({
      rows: laid(before.rows, [CLEARED_PINNED]).filter(({ id }) => id !== CLEARED.conversationID),
      isMentioned: false,
    }),
    "im.syncFinished": () => ({ loaded: 0, isAgain: before.isAgain || before.rows.length >= PAGE }),
    "loadFirst done (a full page)": () => ({ ...lay(...first(PAGE)), loaded: PAGE }),
    "loadFirst done (a short page)": () => lay(...first(3)),
    "loadMore done (a full page)": () => ({ ...lay(...later(PAGE, from)), loaded: before.loaded + PAGE }),
    "loadMore done (a short page)": () => lay(...later(3, from)),
    "im.unreadTotal": () => ({ total: 7 }),
    "loadUnreadTotal done": () => ({ total: 3 }),
    "user.changeConversation pin": () => ({ changes: [...before.changes, "pin"] }),
    "user.changeConversation remove": () => ({ changes: [...before.changes, "remove"] }),
    "user.changeConversation clear": () => ({ changes: [...before.changes, "clear"] }),
    "user.changeConversation clear all": () => ({ changes: [...before.changes, "clearAll"] }),
    "changeConversation done": () => ({
      changes: waiting,
      rows: before.rows.filter(({ id }) => done !== "remove" || id !== REMOVE.conversationID),
    }),
    "changeConversation failed (network)": () => ({ changes: waiting }),
  };
  const after = { ...before, ...change[label]?.() };
  const isKept = label.startsWith("loadFirst done") || before.kept !== null;
  return { ...after, ...(isKept && { kept: after.rows.slice(0, PAGE).map(({ id }) => id) }) };
}

/** Each row once, in its latest version: pinned rows first, then the newest (4-49, 4-50). */
function laid(rows: readonly Line[], changed: readonly Conversation[]): readonly Line[] {
  const news = changed.map(
    ({ conversationID: id, showName: name, isPinned, latestMsgSendTime: time }): Line => ({
      id,
      name,
      isPinned,
      time,
    }),
  );
  const others = rows.filter(({ id }) => news.every((line) => line.id !== id));
  return [...others, ...news].sort(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || b.time - a.time || (a.id < b.id ? -1 : 1),
  );
}

function rowsToldBy(step: { around: string } | null) {
  const { rows, isMentioned } = at(step);
  return { rows: rows.map(({ id }) => id), mentioned: isMentioned ? [NEW.conversationID] : [] };
}

function loadingRow({ step }: Moment<typeof conversationsMachine>, loading: "first" | "again"): Row {
  return {
    asks: [["im.loadConversations", { offset: 0, count: PAGE }]],
    reads: { list: { loading }, ...rowsToldBy(step) },
    sees: at(step).kept ? [...listSeen(step), "!text: Not up to date"] : [],
  };
}

function listSeen(step: { around: string } | null): string[] {
  const names = at(step).rows.map(({ name }) => name);
  return ["list: Chat list", ...names.slice(0, 2).map((name) => `listitem: ${name}`)];
}

function badge(total: number): string {
  return total > 0 ? `link (current): Messages, ${total} unread` : "link (current): Messages";
}
