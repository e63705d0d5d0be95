import { fireEvent } from "@testing-library/react";
import { chatSearchMachine } from "../../../../machines/conversation/chat-search.ts";
import type { HistoryPage, Message } from "../../../../machines/domain/message.ts";
import type { App } from "../../../../src/wiring/index.ts";
import { ANNA, aMessage, aRecall, aWorld, NOON, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { keywordOf } from "../keywords.ts";
import { ignoringParent } from "../parents.ts";

type Machine = typeof chatSearchMachine;
type Search = SnapshotOf<Machine>;

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;
/** Messages per read, and how many are read without a question. */
const COUNT = 100;
const ENOUGH = 2000;

const said = (seq: number, clientMsgID: string, text: string): Message =>
  aMessage({ seq, clientMsgID, text, sendTime: NOON - (5000 - seq) * 60_000 });
const OLD = said(2100, "old", "The first lunch");
const FIRST = said(4001, "first", "Lunch at one?");
const SECOND = said(4002, "second", "No lunch today");
const NEW = said(4500, "new", "lunch after all");
const MANY = said(1, "many", "Many lunches");
const START = said(0, "start", "lunch was first");
const ORDER = ["new", "second", "first", "old", "many", "start"];
const talk = (seq: number) => said(seq, `talk-${seq}`, "Hello");

const PAGES: Readonly<Record<string, { messages: Message[]; isEnd: boolean }>> = {
  "": { messages: [talk(3000)], isEnd: false },
  "with a match": { messages: [OLD], isEnd: false },
  "of many messages": {
    messages: [MANY, ...Array.from({ length: ENOUGH - 1 }, (_, index) => talk(index + 2))],
    isEnd: false,
  },
  "up to the first": { messages: [START], isEnd: true },
  "that is empty": { messages: [], isEnd: false },
};

const TYPED: Readonly<Record<string, string>> = {
  "user.typeKeyword lunch": "lunch",
  "user.typeKeyword lunch and a blank": "lunch ",
  "user.typeKeyword other words": "tea",
  "user.typeKeyword blanks": " ",
};

/** `seek` is the message that the step brings into view. */
interface Ledger {
  hits: "closed" | "blank" | "waiting" | "searching" | "nothing" | "found" | "failed";
  past: "still" | "reading" | "paused" | "complete" | "failed";
  keyword: string;
  ids: readonly string[];
  shown: string | null;
  oldest: string | null;
  /** The time of the oldest message that was read, and how many more are read without a question. */
  reached: number | null;
  left: number;
  seek: string | null;
}

const CLOSED: Ledger = {
  hits: "closed",
  past: "still",
  keyword: "",
  ids: [],
  shown: null,
  oldest: null,
  reached: null,
  left: ENOUGH,
  seek: null,
};
const { read, at, remember } = ledgerFrom(CLOSED);

/** Searches the chat with Anna. The ledger in `around` holds the expected state, computed from the labels alone. */
export const chatSearchModel: ChartModel<Machine> = {
  chart: "chatSearch",
  machine: chatSearchMachine,
  input: { conversationID: CHAT, parent: ignoringParent },
  events: {
    "user.openChatSearch": { type: "user.openChatSearch", from: null },
    "user.openChatSearch from the details": { type: "user.openChatSearch", from: "/singleSetting" },
    "user.closeChatSearch": { type: "user.closeChatSearch" },
    "user.typeKeyword lunch": typing("lunch"),
    "user.typeKeyword lunch and a blank": typing("lunch "),
    "user.typeKeyword other words": typing("tea"),
    "user.typeKeyword blanks": typing(" "),
    "user.submitKeyword": { type: "user.submitKeyword" },
    "user.stepToHit older": { type: "user.stepToHit", to: "older" },
    "user.stepToHit newer": { type: "user.stepToHit", to: "newer" },
    "user.retryChatSearch": { type: "user.retryChatSearch" },
    "user.searchFurther": { type: "user.searchFurther" },
    "im.messages": { type: "im.messages", messages: [NEW] },
    "im.revoked": aRecall("second"),
    "im.deleted": { type: "im.deleted", clientMsgID: "second" },
  },
  answers: {
    searchConversation: {
      done: { "": () => [SECOND, FIRST], one: () => [SECOND], none: () => [] },
      failed: ["unknown"],
    },
    readOlder: {
      done: Object.fromEntries(
        Object.entries(PAGES).map(([name, { messages, isEnd }]) => [
          name,
          ({ context }: Search): HistoryPage => ({ messages, cursor: context.oldestID, isEnd }),
        ]),
      ),
      failed: ["network"],
    },
  },
  key: ({ context: { keyword, hits, shownID } }) =>
    [keyword, shownID, ...hits.map(({ clientMsgID }) => clientMsgID)].join(),
  around: { ...remember(after), key: () => "" },
  evenIgnored: ["user.stepToHit older", "user.stepToHit newer", "user.submitKeyword"],
  isRest: ({ value }) => value === "closed",

  opens: () => ({ world: aWorld({ messages: [START, MANY, OLD, FIRST, SECOND] }) }),
  // The history of the chat has the two newer messages only.
  async begin({ ports, act }) {
    await act(() => ports.visit(PATH));
    await act(() => {
      for (const call of ports.pending("im.loadOlder"))
        call.resolve({ messages: [FIRST, SECOND], cursor: null, isEnd: false });
    });
  },
  actor: searchOf,
  calls: { searchConversation: "im.searchConversation", readOlder: "im.loadOlder" },
  tells: ["conversation <- chatSearch.seek", "navigation <- navigation.back"],
  // The history of the chat reads smaller pages.
  isOwn: ({ call, input }) => call !== "im.loadOlder" || JSON.stringify(input).includes(`"count":${COUNT}`),
  delays: { typingPause: 300 },
  logged: ["searchConversation", "readOlder"],
  press: {
    "user.openChatSearch from the details": press("button: Details", "button: Search in chat"),
    "user.closeChatSearch": press("button: Close search"),
    "user.typeKeyword": (event, stage) =>
      stage.act(
        () =>
          void fireEvent.change(find("searchbox", "Search in chat"), { target: { value: keywordOf(event) } }),
      ),
    "user.submitKeyword": (_, stage) =>
      stage.act(
        () => void fireEvent.submit(find("searchbox", "Search in chat").closest("form") ?? document.body),
      ),
    "user.stepToHit older": press("button: Older match"),
    "user.stepToHit newer": press("button: Newer match"),
    "user.retryChatSearch": press("button: Retry"),
    "user.searchFurther": (event, stage) =>
      press(isPaused(stage.app) ? "button: Search further back" : "button: Retry")(event, stage),
  },
  pressable(label, _, around) {
    const { hits, past } = read(around);
    if (label === "user.openChatSearch") return false;
    if (label === "user.openChatSearch from the details") return hits === "closed";
    if (label.startsWith("user.") && hits === "closed") return false;
    if (label === "user.stepToHit older") return nextOf(read(around), 1) !== null;
    if (label === "user.stepToHit newer") return nextOf(read(around), -1) !== null;
    if (label === "user.retryChatSearch") return hits === "failed";
    if (label === "user.searchFurther")
      return hasNote(read(around)) && (past === "paused" || past === "failed");
    return true;
  },
  reads: ({ value, context, tags }) => ({
    value,
    isOpen: tags.has("open"),
    keyword: context.keyword,
    ids: context.hits.map(({ clientMsgID }) => clientMsgID),
    shown: context.shownID,
    oldest: context.oldestID,
    reached: context.reached,
    left: context.left,
  }),
  rows: {
    closed: ({ step }) => ({
      reads: factsOf(at(step)),
      sees: ["heading: Anna", "!searchbox: Search in chat", "textbox: Message"],
    }),
    "open.hits.blank": ({ step }) => ({ reads: factsOf(at(step)), sees: BAR }),
    "open.hits.waiting": ({ step }) => ({
      reads: factsOf(at(step)),
      sees: [...BAR, "!text: Nothing found in this chat"],
    }),
    "open.hits.searching": ({ step }) => ({
      asks: [["im.searchConversation", { conversationID: CHAT, keyword: at(step).keyword.trim() }]],
      reads: factsOf(at(step)),
      sees: [...BAR, "!text: Nothing found in this chat"],
    }),
    "open.hits.nothing": ({ step }) => ({
      reads: factsOf(at(step)),
      sees: [...BAR, "button (disabled): Older match", "button (disabled): Newer match", ...note(at(step))],
    }),
    "open.hits.found": ({ step }) => {
      const ledger = at(step);
      return {
        reads: factsOf(ledger),
        sees: [
          ...BAR,
          `text: ${ledger.ids.indexOf(ledger.shown ?? "") + 1} of ${ledger.ids.length}`,
          `button${nextOf(ledger, 1) === null ? " (disabled)" : ""}: Older match`,
          `button${nextOf(ledger, -1) === null ? " (disabled)" : ""}: Newer match`,
          ...note(ledger),
        ],
      };
    },
    "open.hits.failed": ({ step }) => ({
      reads: factsOf(at(step)),
      sees: [...BAR, "text: Couldn't search messages", "button: Retry"],
    }),
    "open.past.still": {},
    "open.past.reading": ({ step }) => ({
      asks: [["im.loadOlder", { conversationID: CHAT, cursor: at(step).oldest, count: COUNT }]],
    }),
    "open.past.paused": {},
    "open.past.complete": {},
    "open.past.failed": {},
  },
  leads: {
    closed: {
      "user.openChatSearch": "open.hits.blank, open.past.still",
      "user.openChatSearch from the details": "open.hits.blank, open.past.still",
    },
    "open.*": {
      "user.closeChatSearch": "closed",
      "user.openChatSearch from the details": STAYS,
    },
    "open.hits.*": {
      "user.closeChatSearch": "closed",
      "user.openChatSearch from the details": STAYS,
      "im.messages": leadOf("im.messages"),
      "im.revoked": leadOf("im.revoked"),
      "im.deleted": leadOf("im.deleted"),
      ...Object.fromEntries(Object.keys(TYPED).map((label) => [label, leadOf(label)])),
    },
    "open.hits.blank": {},
    "open.hits.waiting": {
      "after typingPause": "open.hits.searching",
      "user.submitKeyword": "open.hits.searching",
    },
    "open.hits.searching": {
      "searchConversation done": leadOf("searchConversation done"),
      "searchConversation done (one)": leadOf("searchConversation done (one)"),
      "searchConversation done (none)": leadOf("searchConversation done (none)"),
      "searchConversation failed (unknown)": "open.hits.failed",
    },
    "open.hits.nothing": Object.fromEntries(
      ["with a match", "of many messages", "up to the first"].map((name) => {
        const label = `readOlder done (${name})`;
        return [label, leadOf(label)];
      }),
    ),
    "open.hits.found": {
      "user.stepToHit older": (_, around) => (nextOf(read(around), 1) === null ? null : STAYS),
      "user.stepToHit newer": (_, around) => (nextOf(read(around), -1) === null ? null : STAYS),
      "user.submitKeyword": (_, around) => (nextOf(read(around), 1) === null ? null : STAYS),
    },
    "open.hits.failed": {
      "user.retryChatSearch": "open.hits.searching",
      "user.submitKeyword": "open.hits.searching",
    },
    "open.past.still": {
      "user.typeKeyword lunch": "open.past.reading",
      "user.typeKeyword lunch and a blank": "open.past.reading",
      "user.typeKeyword other words": "open.past.reading",
    },
    "open.past.reading": {
      "readOlder done": "open.past.reading",
      "readOlder done (with a match)": "open.past.reading",
      "readOlder done (of many messages)": "open.past.paused",
      "readOlder done (up to the first)": "open.past.complete",
      "readOlder done (that is empty)": "open.past.complete",
      "readOlder failed (network)": "open.past.failed",
    },
    "open.past.paused": { "user.searchFurther": "open.past.reading" },
    "open.past.complete": {},
    "open.past.failed": { "user.searchFurther": "open.past.reading" },
  },
  told({ label, around }) {
    const { seek } = read(around);
    const seeks: readonly Wire[] =
      seek === null ? [] : [["conversation <- chatSearch.seek", { clientMsgID: seek }]];
    return label === "user.openChatSearch from the details"
      ? [...seeks, ["navigation <- navigation.back", { from: "/singleSetting", to: PATH }]]
      : seeks;
  },
  noise: {
    "a match in another chat": ({ ports }) =>
      ports.emit.messages({
        type: "im.messages",
        messages: [{ ...NEW, clientMsgID: "elsewhere", conversationID: "si_other" }],
      }),
    "deletion of a message that does not match": ({ ports }) =>
      ports.emit.messages({ type: "im.deleted", clientMsgID: "talk-1" }),
    "other words": ({ ports }) => ports.emit.messages({ type: "im.messages", messages: [talk(4600)] }),
  },
  excused: helpersDoNotFail("messageEvents"),
};

const BAR: readonly string[] = [
  "searchbox: Search in chat",
  "button: Close search",
  "!button: Details",
  "textbox: Message",
];

function searchOf(app: App) {
  return childOf(app, "session", "signedIn", "conversation", "chatSearch");
}

function isPaused(app: App): boolean {
  return searchOf(app)?.getSnapshot().hasTag("paused") ?? false;
}

function after(before: Ledger, label: string): Ledger {
  const ledger = { ...before, seek: null };
  if (ledger.hits === "closed")
    return label.startsWith("user.openChatSearch") ? { ...ledger, hits: "blank" } : ledger;
  const typed = TYPED[label];
  if (typed !== undefined) return afterTyping(ledger, typed);
  const [, name] = /^readOlder done(?: \((.+)\))?$/.exec(label) ?? [];
  if (label.startsWith("readOlder done")) return afterPage(ledger, PAGES[name ?? ""]);
  switch (label) {
    case "user.closeChatSearch":
      return CLOSED;
    case "after typingPause":
      return { ...ledger, hits: "searching" };
    case "user.submitKeyword":
      if (ledger.hits === "found") return stepped(ledger, 1);
      return ledger.hits === "waiting" || ledger.hits === "failed"
        ? { ...ledger, hits: "searching" }
        : ledger;
    case "user.retryChatSearch":
      return ledger.hits === "failed" ? { ...ledger, hits: "searching" } : ledger;
    case "user.stepToHit older":
      return stepped(ledger, 1);
    case "user.stepToHit newer":
      return stepped(ledger, -1);
    case "user.searchFurther":
      if (ledger.past === "paused") return { ...ledger, past: "reading", left: ENOUGH };
      return ledger.past === "failed" ? { ...ledger, past: "reading" } : ledger;
    case "searchConversation done":
      return withIDs({ ...ledger, hits: "nothing" }, ["second", "first"]);
    case "searchConversation done (one)":
      return withIDs({ ...ledger, hits: "nothing" }, ["second"]);
    case "searchConversation done (none)":
      return withIDs({ ...ledger, hits: "nothing" }, []);
    case "searchConversation failed (unknown)":
      return { ...ledger, hits: "failed" };
    case "readOlder failed (network)":
      return { ...ledger, past: "failed" };
    case "im.messages":
      return withIDs(ledger, ["new"]);
    case "im.revoked":
      return without(ledger, "second");
    case "im.deleted":
      return without(ledger, "second");
    default:
      return ledger;
  }
}

function afterTyping(ledger: Ledger, keyword: string): Ledger {
  if (keyword.trim() === ledger.keyword.trim()) return { ...ledger, keyword };
  const isBlank = keyword.trim() === "";
  return {
    ...ledger,
    keyword,
    ids: [],
    shown: null,
    hits: isBlank ? "blank" : "waiting",
    past: ledger.past === "still" && !isBlank ? "reading" : ledger.past,
  };
}

function afterPage(ledger: Ledger, page = PAGES[""]): Ledger {
  const { messages = [], isEnd = false } = page ?? {};
  const isOver = isEnd || messages.length === 0;
  return withIDs(
    {
      ...ledger,
      oldest: messages[0]?.clientMsgID ?? ledger.oldest,
      reached: messages[0]?.sendTime ?? ledger.reached,
      left: ledger.left - messages.length,
      past: isOver ? "complete" : messages.length >= ENOUGH ? "paused" : "reading",
    },
    messages.map(({ clientMsgID }) => clientMsgID),
  );
}

/** Adds messages that say "lunch". The newest is shown if there was none before. */
function withIDs(ledger: Ledger, added: readonly string[]): Ledger {
  const isMeant = ledger.keyword.trim() === "lunch";
  const ids = ORDER.filter((id) => ledger.ids.includes(id) || (isMeant && added.includes(id)));
  if (ledger.hits !== "nothing" || ids.length === 0) return { ...ledger, ids };
  return { ...ledger, ids, hits: "found", shown: ids[0] ?? null, seek: ids[0] ?? null };
}

function without(ledger: Ledger, gone: string): Ledger {
  const ids = ledger.ids.filter((id) => id !== gone);
  if (ledger.shown !== gone) return { ...ledger, ids };
  if (ids.length === 0) return { ...ledger, ids, shown: null, hits: "nothing" };
  const shown = ids[ledger.ids.indexOf(gone)] ?? ids.at(-1) ?? null;
  return { ...ledger, ids, shown, seek: shown };
}

function nextOf({ hits, ids, shown }: Ledger, step: 1 | -1): string | null {
  return hits === "found" ? (ids[ids.indexOf(shown ?? "") + step] ?? null) : null;
}

function stepped(ledger: Ledger, step: 1 | -1): Ledger {
  const next = nextOf(ledger, step);
  return next === null ? ledger : { ...ledger, shown: next, seek: next };
}

/** Where the ledger says that a label leads; null if it changes nothing. */
function leadOf(label: string) {
  return (_: unknown, around: string): string | null => {
    const [before, next] = [read(around), after(read(around), label)];
    if (before.hits !== next.hits || isTypedAgain(before, label)) return `open.hits.${next.hits}`;
    return JSON.stringify(before) === JSON.stringify(next) ? null : STAYS;
  };
}

/** A new keyword starts the pause again. */
function isTypedAgain({ keyword }: Ledger, label: string): boolean {
  const typed = TYPED[label];
  return typed !== undefined && typed.trim() !== keyword.trim();
}

function hasNote(ledger: Ledger): boolean {
  return ledger.hits === "nothing" || (ledger.hits === "found" && nextOf(ledger, 1) === null);
}

function note(ledger: Ledger): string[] {
  if (!hasNote(ledger)) return ["!text: Searching older messages", "!button: Search further back"];
  switch (ledger.past) {
    case "reading":
      return ["text: Searching older messages", "!button: Search further back"];
    case "failed":
      return ["text: Older messages couldn't be loaded", "button: Retry"];
    case "paused":
      return ["button: Search further back", "!text: Searching older messages"];
    default:
      return [`${ledger.hits === "nothing" ? "" : "!"}text: Nothing found in this chat`, "!button: Retry"];
  }
}

function factsOf({ hits, past, keyword, ids, shown, oldest, reached, left }: Ledger) {
  const value = hits === "closed" ? "closed" : { open: { hits, past } };
  return { value, isOpen: hits !== "closed", keyword, ids, shown, oldest, reached, left };
}

function typing(keyword: string) {
  return ({ context }: Search) =>
    keyword === context.keyword ? null : ({ type: "user.typeKeyword", keyword } as const);
}
