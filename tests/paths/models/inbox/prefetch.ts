import { HISTORY_PAGE, type HistoryPage } from "../../../../machines/domain/message.ts";
import { AHEAD, prefetchMachine } from "../../../../machines/inbox/prefetch.ts";
import {
  ANNA,
  aConversation,
  aGroupConversation,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  singleChatID,
  TEAM,
} from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const ANNAS = singleChatID(ANNA);
const TEAMS = groupChatID(TEAM);
const FROM_ANNA = aMessage({ clientMsgID: "a1" });
const IN_TEAM = aMessage({
  clientMsgID: "t1",
  conversationID: TEAMS,
  groupID: TEAM,
  sendID: BEN,
  recvID: "",
});
const LISTED = [aConversation({ latestMsg: FROM_ANNA }), aGroupConversation({ latestMsg: IN_TEAM })];
/** Chats that cannot be cached: private ones, and those whose latest message disappears, is unsent or missing. */
const UNKEPT = [
  aConversation({ conversationID: "si_private", isPrivateChat: true }),
  aConversation({ conversationID: "si_burning", latestMsg: aMessage({ burn: { seconds: 30, readAt: 0 } }) }),
  aConversation({ conversationID: "si_sending", latestMsg: aMessage({ status: "sending" }) }),
  aConversation({ conversationID: "si_failed", latestMsg: aMessage({ status: "failed" }) }),
  aConversation({ conversationID: "si_empty", latestMsg: null }),
];

interface Ledger {
  /** Whether Anna's cached page is as new as the list. */
  isAnnasKnown: boolean;
  /** Chats that were read, with any result. */
  read: readonly string[];
  /** Chats to read, the next one last. */
  queue: readonly string[];
  kept: readonly string[];
  last: string;
}

const START: Ledger = { isAnnasKnown: false, read: [], queue: [], kept: [], last: "" };
const { read, at, remember } = ledgerFrom(START);

export const prefetchModel: ChartModel<typeof prefetchMachine> = {
  chart: "prefetch",
  machine: prefetchMachine,
  input: { userID: ME },
  events: {
    "im.conversations": { type: "im.conversations", conversations: LISTED.slice(0, 1) },
    "pages.changed to Anna's newest": { type: "pages.changed", pages: { [ANNAS]: [FROM_ANNA] } },
    "pages.changed to what is older": {
      type: "pages.changed",
      pages: { [ANNAS]: [aMessage({ clientMsgID: "a0" })] },
    },
  },
  answers: {
    loadConversations: {
      done: { "two chats": () => LISTED, "nothing to keep": () => UNKEPT },
      failed: ["unknown"],
    },
    loadNewest: { done: { "": pageOf }, failed: ["network"] },
  },
  key: ({ context: { rows, pages, read } }) =>
    JSON.stringify([
      rows.map(({ conversationID }) => conversationID),
      pages[ANNAS]?.at(-1)?.clientMsgID,
      Object.keys(read).sort(),
    ]),
  around: { ...remember(after), key: (around) => JSON.stringify([...read(around).kept].sort()) },
  isRest: ({ value }) => value === "rested",

  opens: () => ({ world: aWorld({ conversations: LISTED, messages: [FROM_ANNA, IN_TEAM] }) }),
  async begin(stage) {
    await stage.act(() => {
      for (const call of stage.ports.pending("im.loadConversations")) call.resolve(LISTED);
    });
  },
  actor: (app) => childOf(app, "session", "signedIn", "prefetch"),
  calls: { loadConversations: "im.loadConversations", loadNewest: "im.loadOlder" },
  isOwn: ({ call, input }) =>
    call !== "im.loadConversations" || JSON.stringify(input) === JSON.stringify({ offset: 0, count: AHEAD }),
  tells: ["memberDirectory <- memberDirectory.meet"],
  logged: ["loadConversations", "loadNewest"],
  delays: { quiet: 1500 },
  reads: ({ value }, { ports }) => ({ state: value, kept: [...ports.keptPages.keys()].sort() }),
  rows: {
    waiting: (moment) => ({ reads: { state: "waiting", ...keptAt(moment) } }),
    listing: (moment) => ({
      asks: [["im.loadConversations", { offset: 0, count: AHEAD }]],
      reads: { state: "listing", ...keptAt(moment) },
    }),
    reading: (moment) => ({
      asks: [
        ["im.loadOlder", { conversationID: at(moment.step).queue.at(-1), cursor: null, count: HISTORY_PAGE }],
      ],
      reads: { state: "reading", ...keptAt(moment) },
    }),
    rested: (moment) => ({ reads: { state: "rested", ...keptAt(moment) } }),
  },
  leads: {
    "*": {
      "im.conversations": "waiting",
      "pages.changed to Anna's newest": STAYS,
      "pages.changed to what is older": STAYS,
    },
    waiting: { "after quiet": "listing" },
    listing: {
      "loadConversations done (two chats)": ({ context: { pages, read } }) =>
        (ANNAS in read || pages[ANNAS]?.at(-1)?.clientMsgID === "a1") && TEAMS in read ? "rested" : "reading",
      "loadConversations done (nothing to keep)": "rested",
      "loadConversations failed (unknown)": "rested",
    },
    reading: { "loadNewest done": afterPage, "loadNewest failed (network)": afterPage },
    rested: {},
  },
  // The senders in a group are looked up in the member directory.
  told: ({ label, around }) =>
    label === "loadNewest done" && read(around).last === TEAMS
      ? [["memberDirectory <- memberDirectory.meet", { groupID: TEAM, userIDs: [BEN] }]]
      : [],
  excused: helpersDoNotFail("pageStore", "cachedPages"),
  noise: {
    "another total": ({ ports }) => ports.emit.conversations({ type: "im.unreadTotal", count: 7 }),
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ clientMsgID: "a2", seq: 7 })] }),
  },
};

function pageOf({ context }: SnapshotOf<typeof prefetchMachine>): HistoryPage {
  const isTeams = context.rows.at(-1)?.conversationID === TEAMS;
  return { messages: [isTeams ? IN_TEAM : FROM_ANNA], cursor: null, isEnd: true };
}

function afterPage({ context }: SnapshotOf<typeof prefetchMachine>): string {
  return context.rows.length > 1 ? "reading" : "rested";
}

function after(ledger: Ledger, label: string): Ledger {
  const { queue, read, kept, isAnnasKnown } = ledger;
  const last = queue.at(-1) ?? "";
  switch (label) {
    case "pages.changed to Anna's newest":
      return { ...ledger, isAnnasKnown: true };
    case "pages.changed to what is older":
      return { ...ledger, isAnnasKnown: false };
    case "loadConversations done (two chats)":
      return {
        ...ledger,
        queue: [ANNAS, TEAMS].filter((chat) => !read.includes(chat) && !(chat === ANNAS && isAnnasKnown)),
      };
    case "loadConversations done (nothing to keep)":
      return { ...ledger, queue: [] };
    case "loadNewest done":
      return {
        ...ledger,
        queue: queue.slice(0, -1),
        read: [...read, last],
        kept: [...kept.filter((chat) => chat !== last), last],
        last,
      };
    case "loadNewest failed (network)":
      return { ...ledger, queue: queue.slice(0, -1), read: [...read, last] };
    default:
      return ledger;
  }
}

function keptAt(moment: Moment<typeof prefetchMachine>) {
  return { kept: [...at(moment.step).kept].sort() };
}
