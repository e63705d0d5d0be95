import { readingMachine } from "../../../machines/reading.ts";
import { ANNA, aConversation, aMessage, aWorld, ME, singleChatID } from "../../fakes/world.ts";
import type { SnapshotOf } from "../graph.ts";
import { scrollTo } from "../layout.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Moment } from "../model.ts";
import { find } from "../sights.ts";
import { childOf } from "../stage.ts";

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;

/** What was told of the unread messages, and how much of it is being marked. */
interface Told {
  isLoading: boolean;
  isMarking: boolean;
  unread: number;
  taken: number;
}

const BEGINNING: Told = { isLoading: true, isMarking: false, unread: 0, taken: 0 };

/** Whether the newest messages of the open chat are seen (4-61). */
export const readingModel: ChartModel<typeof readingMachine> = {
  chart: "reading",
  machine: readingMachine,
  input: { conversationID: CHAT, userID: ME },
  events: {
    "im.messages from Anna": ({ context }) =>
      context.waiting < 2
        ? { type: "im.messages", messages: [aMessage({ seq: 8 }), aMessage({ seq: 9 })] }
        : null,
    "im.messages of mine": { type: "im.messages", messages: [aMessage({ seq: 7, sendID: ME })] },
    "im.conversations unread": {
      type: "im.conversations",
      conversations: [aConversation({ unreadCount: 2 })],
    },
    "im.conversations read": {
      type: "im.conversations",
      conversations: [aConversation({ unreadCount: 0 })],
    },
    "conversation.loaded": (_, around) =>
      read(around).isLoading
        ? { type: "conversation.loaded", conversation: aConversation({ unreadCount: 3 }) }
        : null,
    "conversation.hidden": ({ value }) => (value.screen === "shown" ? { type: "conversation.hidden" } : null),
    "conversation.shown": { type: "conversation.shown" },
    "page.hidden": { type: "page.hidden" },
    "page.visible": { type: "page.visible" },
    "im.syncStarted": { type: "im.syncStarted", reinstall: false },
    "im.syncFinished": { type: "im.syncFinished" },
    "im.syncFailed": { type: "im.syncFailed" },
    "user.leaveBottom": { type: "user.leaveBottom" },
    "user.reachBottom": { type: "user.reachBottom" },
  },
  answers: { markRead: { failed: ["network"] } },
  key: ({ context }) => [context.unread > 0, context.waiting, context.unreadAtOpen].join(),
  around: { start: JSON.stringify(BEGINNING), after: follow },
  phase: (_, around) => `${read(around).taken} ${read(around).unread}`,
  isRest: ({ value }) => value.marks === "settled",

  opens: () => ({ world: aWorld() }),
  prepare: (ports) => ports.hold("im.loadConversation"),
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: (app) => childOf(app, "session", "messenger", "conversation", "reading"),
  calls: { markRead: "im.markRead" },
  logged: ["markRead"],
  delays: { markReadRetryDelay: 5000 },
  stimuli: {
    "conversation.loaded": ({ ports }) =>
      ports.pending("im.loadConversation")[0]?.resolve(aConversation({ unreadCount: 3 })),
    "conversation.hidden": ({ ports }) => ports.visit("/contact"),
    "conversation.shown": ({ ports }) => ports.visit(PATH),
  },
  press: {
    "user.leaveBottom": (_, stage) => stage.act(() => scrollLog(1000)),
    "user.reachBottom": (_, stage) => stage.act(() => scrollLog(4500)),
  },
  pressable: (label, { value }) => !label.startsWith("user.") || value.screen === "shown",
  reads: ({ value, context }) => ({
    ...value,
    waiting: context.waiting,
    divider: context.unreadAtOpen,
    unread: context.unread,
  }),
  rows: {
    "screen.shown": { reads: { screen: "shown" } },
    "screen.covered": { reads: { screen: "covered" } },
    "page.visible": { reads: { page: "visible" } },
    "page.hidden": { reads: { page: "hidden" } },
    "scroll.atBottom": {
      reads: { scroll: "atBottom" },
      sees: ["!button: To the newest message", "!button: 2 new messages"],
    },
    "scroll.above": ({ snapshot: { value, context } }) => ({
      reads: { scroll: "above" },
      sees:
        value.screen === "shown"
          ? [context.waiting > 0 ? "button: 2 new messages" : "button: To the newest message"]
          : [],
    }),
    "sync.over": { reads: { sync: "over" } },
    "sync.running": { reads: { sync: "running" } },
    "marks.settled": (moment) => ({ reads: { marks: "settled", ...counts(moment) } }),
    "marks.marking": (moment) => ({
      asks: [["im.markRead", { conversationID: CHAT }]],
      reads: { marks: "marking", ...counts(moment) },
    }),
    "marks.waiting": (moment) => ({ reads: { marks: "waiting", ...counts(moment) } }),
  },
  leads: {
    "*": {
      "im.conversations unread": STAYS,
      "im.conversations read": STAYS,
      "conversation.loaded": STAYS,
    },
    "screen.shown": { "conversation.hidden": "screen.covered" },
    "screen.covered": { "conversation.shown": "screen.shown" },
    "page.visible": { "page.hidden": "page.hidden" },
    "page.hidden": { "page.visible": "page.visible" },
    "scroll.atBottom": { "user.leaveBottom": "scroll.above" },
    "scroll.above": {
      "im.messages from Anna": STAYS,
      "user.reachBottom": "scroll.atBottom",
    },
    "sync.over": { "im.syncStarted": "sync.running" },
    "sync.running": {
      "im.syncFinished": "sync.over",
      "im.syncFailed": "sync.over",
    },
    "marks.settled": {
      "im.conversations unread": ({ value }) => (isSeen(value) ? "marks.marking" : STAYS),
      "conversation.loaded": ({ value }) => (isSeen(value) ? "marks.marking" : STAYS),
      "conversation.shown": (snapshot) => markWith(snapshot, { screen: "shown" }),
      "page.visible": (snapshot) => markWith(snapshot, { page: "visible" }),
      "user.reachBottom": (snapshot) => markWith(snapshot, { scroll: "atBottom" }),
      "im.syncFinished": (snapshot) => markWith(snapshot, { sync: "over" }),
      "im.syncFailed": (snapshot) => markWith(snapshot, { sync: "over" }),
    },
    "marks.marking": {
      "im.syncStarted": "marks.settled",
      // Only a count that came while marking says that there is more.
      "markRead done": (snapshot) => markWith(snapshot) ?? "marks.settled",
      "markRead failed (network)": "marks.waiting",
    },
    "marks.waiting": {
      "after markReadRetryDelay": (snapshot) => markWith(snapshot) ?? "marks.settled",
    },
  },
  noise: {
    "a message of another chat": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ conversationID: "si_other" })] }),
    "news of another chat": ({ ports }) =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aConversation({ conversationID: "si_other", unreadCount: 9 })],
      }),
    "progress of a synchronisation": ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 50 }),
    "my own message from another device": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ sendID: ME })] }),
  },
};

type Reading = SnapshotOf<typeof readingMachine>;

/** Read is what stands at the end of a chat that is in front of somebody, and not while a synchronisation runs. */
function isSeen({ screen, page, scroll, sync }: Reading["value"]): boolean {
  return screen === "shown" && page === "visible" && scroll === "atBottom" && sync === "over";
}

/** Where the marks go when this becomes so. */
function markWith({ value, context }: Reading, change: Partial<Reading["value"]> = {}): string | null {
  return context.unread > 0 && isSeen({ ...value, ...change }) ? "marks.marking" : null;
}

/** The log is 5000 px long and shows 500; 4500 is its end. */
function scrollLog(top: number): void {
  const size = { height: 500, content: 5000 };
  const log = find("log", "Messages");
  if (log.clientHeight === 0) scrollTo(log, { ...size, top: 4500 });
  scrollTo(log, { ...size, top });
}

function read(around: string): Told {
  const told: Told = JSON.parse(around);
  return told;
}

/** A newer count counts, and what could not be marked is as unread as before. */
function follow(around: string, label: string, { value }: Reading): string {
  const before = read(around);
  const isMarking = value.marks === "marking";
  const isGivenUp = before.isMarking && !isMarking && label !== "markRead done";
  const count = COUNTS[label];
  const unread = count ?? before.unread + (isGivenUp ? before.taken : 0);
  const isBegun = isMarking && (!before.isMarking || label === "markRead done");
  const taken = isBegun ? unread : isMarking && count === undefined ? before.taken : 0;
  const isLoading = before.isLoading && label !== "conversation.loaded";
  const told: Told = { isLoading, isMarking, unread: isBegun ? 0 : unread, taken };
  return JSON.stringify(told);
}

/** How many messages each of these calls unread. */
const COUNTS: Readonly<Record<string, number>> = {
  "im.conversations unread": 2,
  "im.conversations read": 0,
  "conversation.loaded": 3,
};

function counts({ snapshot: { context }, step }: Moment<typeof readingMachine>) {
  return {
    waiting: context.waiting,
    divider: context.unreadAtOpen,
    unread: step ? read(step.around).unread : 0,
  };
}
