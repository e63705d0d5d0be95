import { readStateMachine } from "../../../../machines/conversation/read-state.ts";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import {
  ANNA,
  aConversation,
  aMessage,
  aWorld,
  ME,
  singleChatID,
  someMessages,
} from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import { scrollTo } from "../../layout.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;

/** The unread count, how many are being marked as read, and what is loaded. */
interface Told {
  isLoading: boolean;
  isMarking: boolean;
  unread: number;
  taken: number;
  /** Whether the user scrolled up, and how many of Anna's messages came since. */
  isAbove: boolean;
  waiting: number;
  /** The loaded pages, and whether Anna's new messages are loaded. */
  pages: number;
  hasCome: boolean;
  /** The unread count when the chat came to the front, and the newest unread seq. */
  sought: number;
  until: number;
  /** The first unread seq at that time; 0 if unknown. */
  seq: number;
  /** Whether the pill found the first unread message, which was not loaded before. */
  isFound: boolean;
  /** Whether all messages were deleted on another device. */
  isEmptied: boolean;
  isSyncing: boolean;
  /** Whether the last row had nothing unread, so that the next row may count a message that has not come. */
  isAllRead: boolean;
  line: "undecided" | "none" | "marked";
}

const BEGINNING: Told = {
  isLoading: true,
  isMarking: false,
  unread: 0,
  taken: 0,
  isAbove: false,
  waiting: 0,
  pages: 0,
  hasCome: false,
  sought: 0,
  until: 0,
  seq: 0,
  isFound: false,
  isEmptied: false,
  isSyncing: false,
  isAllRead: false,
  line: "undecided",
};

/** Three messages are unread when the chat opens, and the newest page holds two. */
const ROW = aConversation({ unreadCount: 3, latestMsg: aMessage({ seq: 6 }) });
const NEWEST = someMessages(2, 5);
const OLDER = someMessages(2, 3);
const CAME = someMessages(2, 8);
/** What the pill finds. The message is loaded, so that the history does not load another page for it. */
const FOUND = "message-5";
const EMPTY: Conversation = { ...aConversation({ unreadCount: 0 }), latestMsg: null };
const rowThen = (unreadCount: number) => aConversation({ unreadCount, latestMsg: aMessage({ seq: 9 }) });
/** The newest message when nothing is unread. */
const READ_LAST = aMessage({ seq: 9, clientMsgID: "message-read" });
const READ_ROW = aConversation({ unreadCount: 0, latestMsg: READ_LAST });
/** The number of unread messages in a row that counts messages which have not come. */
const AHEAD = 4;
const ROW_AHEAD = aConversation({ unreadCount: AHEAD, latestMsg: READ_LAST });

/** Whether the user sees the newest messages of the open chat (4-61). */
export const readStateModel: ChartModel<typeof readStateMachine> = {
  chart: "readState",
  machine: readStateMachine,
  input: { conversationID: CHAT, userID: ME, parent: ignoringParent },
  events: {
    "im.messages from Anna": ({ value, context }) =>
      value.scroll === "above" && context.waiting < 2 ? { type: "im.messages", messages: CAME } : null,
    "im.conversations unread": { type: "im.conversations", conversations: [rowThen(2)] },
    "im.conversations read": { type: "im.conversations", conversations: [READ_ROW] },
    "im.conversations ahead of the messages": (_, around) =>
      read(around).isAllRead ? { type: "im.conversations", conversations: [ROW_AHEAD] } : null,
    "conversation.loaded": (_, around) =>
      read(around).isLoading ? { type: "conversation.loaded", conversation: ROW } : null,
    "conversation.hidden": ({ value }) => (value.screen === "shown" ? { type: "conversation.hidden" } : null),
    "conversation.shown": ({ value }) => (value.screen === "covered" ? { type: "conversation.shown" } : null),
    "page.hidden": { type: "page.hidden" },
    "page.visible": { type: "page.visible" },
    "im.syncStarted": { type: "im.syncStarted", reinstall: false },
    "im.syncFinished": { type: "im.syncFinished" },
    "im.syncFailed": { type: "im.syncFailed" },
    "user.leaveBottom": { type: "user.leaveBottom" },
    "user.reachBottom": { type: "user.reachBottom" },
  },
  answers: { markRead: { failed: ["network"] } },
  // The history has a new message before it is drawn.
  replies: (label, _, around) =>
    label === "im.messages from Anna" ? [changed(around, { hasCome: true })] : [],
  key: ({ context }) => [context.unread > 0, context.waiting].join(),
  around: {
    start: JSON.stringify(BEGINNING),
    after: follow,
    key(around) {
      const { isLoading, unread, taken, isAllRead } = read(around);
      return [isLoading, unread, taken, isAllRead].join();
    },
  },
  // At most two obstacles to reading at once: each one and each pair.
  cannot: (label, _, { value }) => HINDRANCES.includes(label) && hindrancesIn(value) === 2,
  phase: (_, around) => `${read(around).taken} ${read(around).unread}`,
  isRest: ({ value }) => value.marks === "settled",

  opens: () => ({ world: aWorld() }),
  prepare: (ports) => ports.hold("im.loadConversation", "im.loadOlder"),
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: readStateIn,
  calls: { markRead: "im.markRead" },
  // The log also says at other times where it rests, so "unreadJump <- readState.rest" is left to unreadJump's model.
  tells: ["unreadJump <- readState.placed", "conversation <- readState.seek"],
  logged: ["markRead"],
  delays: { markReadRetryDelay: 5000, arrivalDelay: 5000 },
  stimuli: {
    "conversation.loaded": ({ ports }) => ports.pending("im.loadConversation")[0]?.resolve(ROW),
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
    first: context.firstUnreadID,
    unread: context.unread,
    seq: context.mark.seq,
  }),
  rows: {
    "screen.shown": { reads: { screen: "shown" } },
    "screen.covered": { reads: { screen: "covered" } },
    "page.visible": { reads: { page: "visible" } },
    "page.hidden": { reads: { page: "hidden" } },
    "scroll.atBottom": {
      reads: { scroll: "atBottom" },
      sees: ["!button: Go to the newest message", "!button: 2 new messages"],
    },
    "scroll.above": ({ snapshot: { value }, step }) => ({
      reads: { scroll: "above" },
      sees:
        value.screen === "shown"
          ? [
              step && read(step.around).waiting > 0
                ? "button: 2 new messages"
                : "button: Go to the newest message",
            ]
          : [],
    }),
    "sync.over": { reads: { sync: "over" } },
    "sync.running": { reads: { sync: "running" } },
    "divider.undecided": (moment) => ({ reads: { divider: "undecided", ...lineAt(moment) } }),
    "divider.none": (moment) => ({ reads: { divider: "none", ...lineAt(moment) } }),
    "divider.marked.sought": (moment) => ({
      reads: { divider: { marked: "sought" }, ...lineAt(moment) },
    }),
    "divider.marked.placed": (moment) => ({
      asks: [["unreadJump <- readState.placed", placedAt(firstIn(moment))]],
      reads: { divider: { marked: "placed" }, ...lineAt(moment) },
    }),
    "marks.settled": (moment) => ({ reads: { marks: "settled", ...counts(moment) } }),
    "marks.awaiting": (moment) => ({ reads: { marks: "awaiting", ...counts(moment) } }),
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
      "im.conversations ahead of the messages": STAYS,
      "conversation.loaded": STAYS,
      "conversation.loaded one unread": STAYS,
      "conversation.loaded read through": STAYS,
      "history.changed the newest page": STAYS,
      "history.changed an older page": STAYS,
      "im.conversations emptied": STAYS,
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
    "divider.*": {
      "conversation.loaded": (snapshot) => decided(snapshot, 3, 6),
      "conversation.loaded one unread": (snapshot) => decided(snapshot, 1, 6),
      "conversation.loaded read through": "divider.none",
      "conversation.shown": (snapshot) => decided(snapshot, snapshot.context.unread),
    },
    "divider.undecided": { "conversation.unavailable": "divider.none" },
    "divider.none": {
      "im.syncFinished": decidedAtLast,
      "im.syncFailed": decidedAtLast,
    },
    "divider.marked.sought": {
      "user.rest": STAYS,
      "im.conversations emptied": "divider.none",
      "unreadJump.found": "divider.marked.placed",
      "history.changed the newest page": ({ context: { messages, mark } }) =>
        stillSought(seek([...messages, ...NEWEST], mark.count, newestOf(mark.count))),
      "history.changed an older page": ({ context: { messages, mark } }) =>
        stillSought(seek([...messages, ...OLDER], mark.count, newestOf(mark.count))),
    },
    "divider.marked.placed": {
      "user.rest": STAYS,
      "im.conversations emptied": "divider.none",
      "unreadJump.found": STAYS,
    },
    "marks.settled": {
      "im.conversations ahead of the messages": ({ value }) => (isSeen(value) ? "marks.awaiting" : STAYS),
      "im.conversations unread": ({ value }) => (isSeen(value) ? "marks.marking" : STAYS),
      "conversation.loaded": ({ value }) => (isSeen(value) ? "marks.marking" : STAYS),
      "conversation.loaded one unread": ({ value }) => (isSeen(value) ? "marks.marking" : STAYS),
      "conversation.shown": (snapshot) => markWith(snapshot, { screen: "shown" }),
      "page.visible": (snapshot) => markWith(snapshot, { page: "visible" }),
      "user.reachBottom": (snapshot) => markWith(snapshot, { scroll: "atBottom" }),
      "im.syncFinished": (snapshot) => markWith(snapshot, { sync: "over" }),
      "im.syncFailed": (snapshot) => markWith(snapshot, { sync: "over" }),
    },
    "marks.awaiting": {
      "im.conversations unread": "marks.marking",
      "im.conversations read": "marks.settled",
      "conversation.loaded": "marks.marking",
      "conversation.hidden": "marks.settled",
      "page.hidden": "marks.settled",
      "user.leaveBottom": "marks.settled",
      "im.syncStarted": "marks.settled",
      "after arrivalDelay": "marks.marking",
    },
    "marks.marking": {
      "im.syncStarted": "marks.settled",
      // Only a count from an event while marking means that more is unread.
      "markRead done": (snapshot) => markWith(snapshot) ?? "marks.settled",
      "markRead failed (network)": "marks.waiting",
    },
    "marks.waiting": {
      "after markReadRetryDelay": (snapshot) => markWith(snapshot) ?? "marks.settled",
    },
  },
  excused: chartsDoNotFail("unreadJump"),
  noise: {
    "a message of another chat": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ conversationID: "si_other" })] }),
    "news of another chat": ({ ports }) =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aConversation({ conversationID: "si_other", unreadCount: 9 })],
      }),
    "progress of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 50 }),
    "the user's own message from another device": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ sendID: ME })] }),
  },
};

/**
 * The place of the "Unread messages" divider, by what is loaded and what came while another screen covered
 * the chat.
 */
export const dividerModel: ChartModel<typeof readStateMachine> = {
  ...readStateModel,
  events: {
    "conversation.loaded": (_, around) =>
      read(around).isLoading ? { type: "conversation.loaded", conversation: ROW } : null,
    "conversation.loaded one unread": (_, around) =>
      read(around).isLoading
        ? { type: "conversation.loaded", conversation: { ...ROW, unreadCount: 1 } }
        : null,
    "conversation.loaded read through": (_, around) =>
      read(around).isLoading
        ? { type: "conversation.loaded", conversation: { ...ROW, unreadCount: 0 } }
        : null,
    "conversation.unavailable": (_, around) =>
      read(around).isLoading ? { type: "conversation.unavailable" } : null,
    "history.changed the newest page": (_, around) =>
      read(around).pages === 0 && !read(around).isEmptied ? changed(around, { pages: 1 }) : null,
    "history.changed an older page": ({ value }, around) =>
      read(around).pages === 1 && value.screen === "shown" && !read(around).isEmptied
        ? changed(around, { pages: 2 })
        : null,
    "im.messages from Anna": ({ value }, around) =>
      value.screen === "covered" && !read(around).hasCome && !read(around).isEmptied
        ? { type: "im.messages", messages: CAME }
        : null,
    "im.conversations emptied": ({ value }) =>
      isMarked(value) && value.screen === "shown"
        ? { type: "im.conversations", conversations: [EMPTY] }
        : null,
    "user.rest": ({ value }, around) =>
      isMarked(value) && value.screen === "shown" && read(around).pages > 0
        ? { type: "user.rest", inSight: ["message-6"] }
        : null,
    "unreadJump.found": ({ value }, around) =>
      isMarked(value) && value.screen === "shown" && read(around).pages > 0
        ? { type: "unreadJump.found", clientMsgID: FOUND }
        : null,
    "im.conversations unread": ({ value }) =>
      value.screen === "covered" ? { type: "im.conversations", conversations: [rowThen(2)] } : null,
    "im.conversations read": ({ value }) =>
      value.screen === "covered" ? { type: "im.conversations", conversations: [READ_ROW] } : null,
    "conversation.hidden": ({ value }) => (value.screen === "shown" ? { type: "conversation.hidden" } : null),
    "conversation.shown": ({ value }) => (value.screen === "covered" ? { type: "conversation.shown" } : null),
  },
  answers: {},
  around: {
    start: JSON.stringify(BEGINNING),
    after: follow,
    key(around) {
      const { isLoading, unread, pages, hasCome, sought, isFound, isEmptied } = read(around);
      return [isLoading, unread, pages, hasCome, sought, isFound, isEmptied].join();
    },
  },
  evenIgnored: ["im.messages from Anna"],
  // The history of an emptied chat loads again, which is a matter of its own model.
  cannot: (_, around) => read(around).isEmptied,
  phase: (_, around) => `${read(around).unread > 0}`,
  isRest: ({ value }) => value.divider !== "undecided",
  told({ label, around, aroundBefore }) {
    const clientMsgID = firstAt(around);
    if (label === "unreadJump.found") return [["conversation <- readState.seek", { clientMsgID }]];
    // The line stands at what the pill found, until the first unread message is loaded.
    const isMoved =
      read(aroundBefore).isFound && MORE.includes(label) && clientMsgID !== firstAt(aroundBefore);
    return isMoved ? [["unreadJump <- readState.placed", placedAt(clientMsgID)]] : [];
  },
  stimuli: {
    ...readStateModel.stimuli,
    "user.rest": ({ app }, event) => readStateIn(app)?.send(event),
    "unreadJump.found": ({ app }, event) => readStateIn(app)?.send(event),
    "conversation.loaded one unread": ({ ports }) =>
      ports.pending("im.loadConversation")[0]?.resolve({ ...ROW, unreadCount: 1 }),
    "conversation.loaded read through": ({ ports }) =>
      ports.pending("im.loadConversation")[0]?.resolve({ ...ROW, unreadCount: 0 }),
    "conversation.unavailable": ({ ports }) => ports.pending("im.loadConversation")[0]?.reject("network"),
    "history.changed the newest page": ({ ports }) =>
      ports.resolve("im.loadOlder", { messages: NEWEST, cursor: null, isEnd: false }),
    "history.changed an older page": async ({ app, ports, settle }) => {
      childOf(app, "session", "signedIn", "conversation", "history")?.send({ type: "user.loadOlder" });
      await settle();
      ports.resolve("im.loadOlder", { messages: OLDER, cursor: "message-5", isEnd: false });
    },
  },
  unreachable: Object.fromEntries(
    ["page.hidden", "scroll.above", "sync.running", "marks.awaiting", "marks.waiting"].map((leaf) => [
      leaf,
      "the other model of this chart leads there",
    ]),
  ),
};

const MORE: readonly string[] = ["history.changed an older page", "im.messages from Anna"];

type Reading = SnapshotOf<typeof readStateMachine>;

function readStateIn(app: Stage["app"]) {
  return childOf(app, "session", "signedIn", "conversation", "readState");
}

function isMarked({ divider }: Reading["value"]): boolean {
  return typeof divider === "object";
}

/** Messages count as read at the end of a visible chat, and not during a sync. */
function isSeen({ screen, page, scroll, sync }: Reading["value"]): boolean {
  return screen === "shown" && page === "visible" && scroll === "atBottom" && sync === "over";
}

const HINDRANCES: readonly string[] = [
  "conversation.hidden",
  "page.hidden",
  "user.leaveBottom",
  "im.syncStarted",
];

function hindrancesIn({ screen, page, scroll, sync }: Reading["value"]): number {
  const hindered = [screen === "covered", page === "hidden", scroll === "above", sync === "running"];
  return hindered.filter((is) => is).length;
}

function markWith({ value, context }: Reading, change: Partial<Reading["value"]> = {}): string | null {
  if (context.unread === 0 || !isSeen({ ...value, ...change })) return null;
  return context.unread === AHEAD ? "marks.awaiting" : "marks.marking";
}

/** In px: the log is 5000 high and shows 500, so 4500 is its end. */
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

/** A newer count replaces the old one. Messages that were not marked stay unread. */
function follow(around: string, label: string, { value }: Reading): string {
  const before = read(around);
  const isMarking = value.marks === "marking";
  const isGivenUp = before.isMarking && !isMarking && label !== "markRead done";
  const count = COUNTS[label];
  const unread = count ?? before.unread + (isGivenUp ? before.taken : 0);
  const isBegun = isMarking && (!before.isMarking || label === "markRead done");
  const taken = isBegun ? unread : isMarking && count === undefined ? before.taken : 0;
  const told: Told = {
    ...before,
    ...foundIn(label, before),
    ...decidedBy(label, before),
    isLoading: before.isLoading && !label.startsWith("conversation.loaded") && !label.endsWith("unavailable"),
    isMarking,
    isAllRead: count === undefined ? before.isAllRead : label === "im.conversations read",
    unread: isBegun ? 0 : unread,
    taken,
    ...scrolledBy(label, before),
  };
  return JSON.stringify(told);
}

/** New messages are counted only while the user has scrolled up (4-61). */
function scrolledBy(label: string, { isAbove, waiting }: Told): Partial<Told> {
  if (label === "user.leaveBottom") return { isAbove: true };
  if (label === "user.reachBottom") return { isAbove: false, waiting: 0 };
  return label === "im.messages from Anna" && isAbove ? { waiting: waiting + CAME.length } : {};
}

function foundIn(label: string, before: Told): Partial<Told> {
  switch (label) {
    case "history.changed the newest page":
      return { pages: 1 };
    case "history.changed an older page":
      return { pages: 2 };
    case "im.messages from Anna":
      return { hasCome: true };
    case "unreadJump.found":
      return { isFound: before.isFound || firstAt(JSON.stringify(before)) === null };
    case "im.conversations emptied":
      return { isEmptied: true };
    case "im.syncStarted":
      return { isSyncing: true };
    case "im.syncFinished":
    case "im.syncFailed":
      return { isSyncing: false };
    default:
      return {};
  }
}

/** A row is not reliable during a sync: it may have the new count and the old newest message. */
function decidedBy(label: string, { isSyncing, unread, line }: Told): Partial<Told> {
  switch (label) {
    case "conversation.loaded":
      return isSyncing ? NO_LINE : lineOf(3, 6);
    case "conversation.loaded one unread":
      return lineOf(1, 6);
    case "conversation.loaded read through":
    case "im.conversations emptied":
      return NO_LINE;
    case "conversation.unavailable":
      return { line: "none" };
    case "conversation.shown":
      return isSyncing || unread === 0 ? NO_LINE : lineOf(unread);
    case "im.syncFinished":
    case "im.syncFailed":
      return line === "none" && unread > 0 ? lineOf(unread) : {};
    default:
      return {};
  }
}

const NO_LINE: Partial<Told> = { line: "none", sought: 0, isFound: false };

function lineOf(sought: number, until = newestOf(sought)): Partial<Told> {
  return { line: "marked", sought, until, seq: until - sought + 1, isFound: false };
}

function toldAt({ step }: Moment<typeof readStateMachine>): Told {
  return step ? read(step.around) : BEGINNING;
}

function changed(around: string, change: Partial<Told>) {
  return { type: "history.changed", messages: loadedIn({ ...read(around), ...change }) } as const;
}

function loadedIn({ pages, hasCome }: Told): Message[] {
  return [...(pages > 1 ? OLDER : []), ...(pages > 0 ? NEWEST : []), ...(hasCome ? CAME : [])];
}

/** With two unread, or some that have not come, the newest message came while the chat was open. */
function newestOf(unread: number): number {
  return unread === 2 || unread === AHEAD ? 9 : 6;
}

/** The last `count` messages up to a seq; null if some of them are not loaded. */
function unreadOf(messages: readonly Message[], count: number, until: number): readonly Message[] | null {
  const seqs = messages.map(({ seq }) => seq);
  const read = messages.filter(({ seq }) => seq <= until);
  return count > 0 && Math.max(0, ...seqs) >= until && read.length >= count ? read.slice(-count) : null;
}

function seek(messages: readonly Message[], count: number, until: number): string {
  return unreadOf(messages, count, until) ? "divider.marked.placed" : "divider.marked.sought";
}

function decided({ context, value }: Reading, unread: number, until = newestOf(unread)): string {
  return unread === 0 || value.sync === "running" ? "divider.none" : seek(context.messages, unread, until);
}

function decidedAtLast({ context: { messages, unread } }: Reading): string {
  return unread > 0 ? seek(messages, unread, newestOf(unread)) : STAYS;
}

function stillSought(target: string): string {
  return target === "divider.marked.sought" ? STAYS : target;
}

function firstIn({ step }: Moment<typeof readStateMachine>): string | null {
  return step ? firstAt(step.around) : null;
}

function placedAt(clientMsgID: string | null) {
  return {
    clientMsgID,
    seq: [...OLDER, ...NEWEST, ...CAME].find((message) => message.clientMsgID === clientMsgID)?.seq ?? 0,
  };
}

function lineAt(moment: Moment<typeof readStateMachine>) {
  return { first: firstIn(moment), seq: toldAt(moment).seq };
}

function firstAt(around: string): string | null {
  const told = read(around);
  const [first] = unreadOf(loadedIn(told), told.sought, told.until) ?? [];
  return first?.clientMsgID ?? (told.isFound ? FOUND : null);
}

const COUNTS: Readonly<Record<string, number>> = {
  "im.conversations unread": 2,
  "im.conversations read": 0,
  "im.conversations ahead of the messages": AHEAD,
  "im.conversations emptied": 0,
  "conversation.loaded": 3,
  "conversation.loaded one unread": 1,
  "conversation.loaded read through": 0,
};

function counts(moment: Moment<typeof readStateMachine>) {
  const { waiting, unread } = toldAt(moment);
  return { waiting, unread };
}
