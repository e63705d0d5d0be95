import { fireEvent } from "@testing-library/react";
import { localSearchMachine } from "../../../../machines/people/local-search.ts";
import type { ConversationHits } from "../../../../machines/people/search-results.ts";
import {
  ANNA,
  aConversation,
  aFriend,
  aGroupConversation,
  aMessage,
  aRecall,
  aWorld,
  groupChatID,
  ME,
  singleChatID,
  TEAM,
} from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf, type Stage } from "../../stage.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { keywordOf, typing } from "../keywords.ts";

type Machine = typeof localSearchMachine;

const LUNCH = aMessage({ clientMsgID: "hit-1", text: "Lunch at one?" });
const IN_TEAM = { conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "" };
const HITS: ConversationHits[] = [
  { conversation: aConversation(), messages: [LUNCH] },
  {
    conversation: aGroupConversation(),
    messages: [
      aMessage({ ...IN_TEAM, clientMsgID: "hit-2", text: "Team lunch" }),
      aMessage({ ...IN_TEAM, clientMsgID: "hit-3", text: "lunch is over" }),
    ],
  },
];
const JUST_ANNA = HITS.slice(0, 1);

const EARLIER = ["Pizza", "LUNCH"];

interface Ledger {
  typed: string;
  recent: readonly string[];
  hits: readonly string[];
}

const BEGINNING: Ledger = { typed: "", recent: [], hits: [] };
const { read, at, remember } = ledgerFrom(BEGINNING);

const TYPED: Readonly<Record<string, string>> = {
  "user.typeKeyword lunch": " lunch",
  "user.typeKeyword lunch and a blank": " lunch ",
  "user.typeKeyword other words": "tea",
  "user.typeKeyword blanks": " ",
};

const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  "searchMessages done": ["hit-1", "hit-2", "hit-3"],
  "searchMessages done (one)": ["hit-1"],
};

export const localSearchModel: ChartModel<Machine> = {
  chart: "localSearch",
  machine: localSearchMachine,
  input: { userID: ME },
  events: {
    "user.typeKeyword lunch": ({ context }) => typing(context, " lunch"),
    "user.typeKeyword lunch and a blank": ({ context }) => typing(context, " lunch "),
    "user.typeKeyword other words": ({ context }) => typing(context, "tea"),
    "user.typeKeyword blanks": ({ context }) => typing(context, " "),
    "user.keepSearch": { type: "user.keepSearch" },
    "user.repeatSearch": { type: "user.repeatSearch", keyword: "Pizza" },
    "user.retrySearch": { type: "user.retrySearch" },
    "user.openMessage": {
      type: "user.openMessage",
      conversationID: singleChatID(ANNA),
      clientMsgID: "hit-1",
    },
    "user.forgetSearch": { type: "user.forgetSearch", keyword: "Pizza" },
    "user.forgetSearches": { type: "user.forgetSearches" },
    "im.revoked": aRecall("hit-1"),
    "im.deleted": { type: "im.deleted", clientMsgID: "hit-1" },
  },
  answers: {
    searchMessages: {
      done: { "": () => HITS, one: () => JUST_ANNA, none: () => [] },
      failed: ["unknown"],
    },
    readSearches: { done: { "": () => EARLIER, none: () => [] }, failed: ["unknown"] },
  },
  key: ({ context: { keyword, hits, recent } }) =>
    [keyword, hits.length, recent.length > 0, recent.includes("Pizza")].join(),
  // A message can also be opened while no search is stored.
  phase: ({ value, context: { recent } }) =>
    value.messages === "found" && recent.length === 0 ? "nothing remembered" : "",
  around: { ...remember(goOn), key: () => "" },
  // The store answers at once, before the user can type.
  cannot: (label, _, { value }) => value.recent === "reading" && !label.startsWith("readSearches"),
  evenIgnored: ["user.keepSearch"],
  isRest: ({ value }) => value.messages === "found" && value.recent === "known",

  opens: () => ({
    world: aWorld({ friends: [aFriend()], groups: [] }),
    path: "/searchFriendOrGroup",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "localSearch"),
  calls: { searchMessages: "im.searchMessages", readSearches: "storage.readSearches" },
  tells: ["storage.writeSearches", "navigation <- navigation.go", "memberDirectory <- memberDirectory.meet"],
  delays: { typingPause: 300 },
  logged: ["readSearches"],
  press: {
    "user.typeKeyword": (event, stage) => {
      const keyword = keywordOf(event);
      return stage.act(
        () => void fireEvent.change(find("searchbox", "Search"), { target: { value: keyword } }),
      );
    },
    "user.keepSearch": (_, stage) =>
      stage.act(() => void fireEvent.submit(find("searchbox", "Search").closest("form") ?? document.body)),
    "user.repeatSearch": press("button: Pizza"),
    "user.retrySearch": press("button: Retry"),
    "user.openMessage": async (event, stage) => {
      await stage.act(() => void fireEvent.click(find("text", "Lunch at one?")));
      await comeBack(event, stage);
    },
    "user.forgetSearch": press("button: Remove Pizza"),
    "user.forgetSearches": press("button: Clear", "button in dialog: Clear"),
  },
  pressable: (label, { value, context }) => {
    const isOffered = value.messages === "blank" && value.recent === "known";
    if (label === "user.repeatSearch" || label === "user.forgetSearch")
      return isOffered && context.recent.includes("Pizza");
    if (label === "user.forgetSearches") return isOffered && context.recent.length > 0;
    if (label === "user.retrySearch") return value.messages === "failed";
    if (label === "user.openMessage") return value.messages === "found" && isFound(context.hits, "hit-1");
    return true;
  },
  told: ({ label, aroundBefore, around, before }) => [
    ...(label === "user.openMessage" && before.value.messages === "found" ? TO_CHAT : []),
    ...(isChanging(label, read(aroundBefore)) ? [kept(read(around).recent)] : []),
    ...(label === "searchMessages done" ? [MEETING] : []),
  ],
  reads: ({ value, context: { keyword, hits, failure, recent } }) => ({
    messages: value.messages,
    recentIs: value.recent,
    keyword,
    hits: hits.flatMap(({ messages }) => messages.map(({ clientMsgID }) => clientMsgID)),
    failure,
    recent: [...recent],
  }),
  rows: {
    "messages.blank": (moment) => ({
      reads: { messages: "blank", ...facts(moment), failure: null },
      sees: ["!button: Retry", "!text: Messages", "!text: Nothing found", ...offers(moment)],
    }),
    "messages.waiting": (moment) => ({
      reads: { messages: "waiting", ...facts(moment), failure: null },
      sees: ["text: Loading", "!text: Messages", "!text: Recent searches", "!button: Retry"],
    }),
    "messages.searching": (moment) => ({
      asks: [["im.searchMessages", { keyword: at(moment.step).typed.trim() }]],
      reads: { messages: "searching", ...facts(moment), failure: null },
      sees: ["text: Loading", "!text: Messages", "!text: Nothing found", "!button: Retry"],
    }),
    "messages.found": (moment) => ({
      reads: { messages: "found", ...facts(moment), failure: null },
      sees: [
        "text: Messages",
        at(moment.step).hits.includes("hit-1") ? "text: Lunch at one?" : "!text: Lunch at one?",
        at(moment.step).hits.includes("hit-2") ? "text: 2 messages" : "!text: 2 messages",
        "!text: Loading",
      ],
    }),
    "messages.nothing": (moment) => ({
      reads: { messages: "nothing", ...facts(moment), failure: null },
      sees: ["text: Nothing found", "!text: Messages", "!text: Loading", "!button: Retry"],
    }),
    "messages.failed": (moment) => ({
      reads: { messages: "failed", ...facts(moment), failure: "unknown" },
      sees: ["text: Couldn't search messages", "button: Retry", "!text: Nothing found"],
    }),
    "recent.reading": { asks: [["storage.readSearches", { userID: ME }]], reads: { recentIs: "reading" } },
    "recent.known": { reads: { recentIs: "known" } },
  },
  leads: {
    "messages.*": {
      "user.typeKeyword lunch": typingLeads("user.typeKeyword lunch"),
      "user.typeKeyword lunch and a blank": typingLeads("user.typeKeyword lunch and a blank"),
      "user.typeKeyword other words": typingLeads("user.typeKeyword other words"),
      "user.typeKeyword blanks": typingLeads("user.typeKeyword blanks"),
      "user.repeatSearch": "messages.searching",
    },
    "messages.blank": {},
    "messages.waiting": {
      "after typingPause": "messages.searching",
      "user.keepSearch": "messages.searching",
    },
    "messages.searching": {
      "searchMessages done": "messages.found",
      "searchMessages done (one)": "messages.found",
      "searchMessages done (none)": "messages.nothing",
      "searchMessages failed (unknown)": "messages.failed",
    },
    "messages.found": {
      // One hit fewer, or none if it was the last one.
      "im.revoked": goneLead,
      "im.deleted": goneLead,
      "user.openMessage": "stays",
    },
    "messages.nothing": {},
    "messages.failed": { "user.retrySearch": "messages.searching" },
    "recent.reading": {
      "readSearches done": "recent.known",
      "readSearches done (none)": "recent.known",
      "readSearches failed (unknown)": "recent.known",
    },
    "recent.known": {
      "user.keepSearch": ({ context }) => (context.keyword.trim() === "" ? null : "stays"),
      "user.openMessage": ({ context }) => (context.keyword.trim() === "" ? null : "stays"),
      "user.repeatSearch": "stays",
      "user.forgetSearch": "stays",
      "user.forgetSearches": "stays",
    },
  },
  noise: {
    "deletion of a message that was not found": ({ ports }) =>
      ports.emit.messages({ type: "im.deleted", clientMsgID: "message-1" }),
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 9, text: "lunch?" })] }),
    "opening and leaving the chat": (stage) => lookAround(stage),
  },
  excused: helpersDoNotFail("searchStore"),
};

/** The message id leaves the chat's address first, so a later return does not jump again. */
const TO_CHAT: readonly Wire[] = [
  [
    "navigation <- navigation.go",
    { to: `/chat?${new URLSearchParams({ conversationID: singleChatID(ANNA) })}`, replace: true },
  ],
  [
    "navigation <- navigation.go",
    { to: `/chat?${new URLSearchParams({ conversationID: singleChatID(ANNA), clientMsgID: "hit-1" })}` },
  ],
];
const MEETING: Wire = ["memberDirectory <- memberDirectory.meet", { groupID: TEAM, userIDs: [ANNA] }];

function kept(searches: readonly string[]): Wire {
  return ["storage.writeSearches", { userID: ME, searches }];
}

/** The stored searches after a search led somewhere: newest first, each once, ignoring case. */
function counted({ typed, recent }: Ledger): readonly string[] {
  const words = typed.trim();
  return [words, ...recent.filter((one) => one.toLowerCase() !== words.toLowerCase())];
}

function goOn(ledger: Ledger, label: string): Ledger {
  const typed = TYPED[label];
  if (typed !== undefined)
    return { ...ledger, typed, hits: typed.trim() === ledger.typed.trim() ? ledger.hits : [] };
  switch (label) {
    case "readSearches done":
      return { ...ledger, recent: EARLIER };
    case "user.repeatSearch":
      return {
        typed: "Pizza",
        recent: ["Pizza", ...ledger.recent.filter((one) => one !== "Pizza")],
        hits: [],
      };
    case "user.keepSearch":
    case "user.openMessage":
      return ledger.typed.trim() === "" ? ledger : { ...ledger, recent: counted(ledger) };
    case "user.forgetSearch":
      return { ...ledger, recent: ledger.recent.filter((one) => one !== "Pizza") };
    case "user.forgetSearches":
      return { ...ledger, recent: [] };
    case "user.retrySearch":
    case "searchMessages done (none)":
      return { ...ledger, hits: [] };
    case "im.revoked":
    case "im.deleted":
      return { ...ledger, hits: ledger.hits.filter((one) => one !== "hit-1") };
    default:
      return { ...ledger, hits: ANSWERED[label] ?? ledger.hits };
  }
}

function typingLeads(label: string) {
  return ({ value, context }: SnapshotOf<Machine>): string | null => {
    const words = TYPED[label]?.trim() ?? "";
    if (value.messages === "blank" && words === "") return "stays";
    if (words === context.keyword.trim()) return "stays";
    return words === "" ? "messages.blank" : "messages.waiting";
  };
}

function goneLead({ context }: SnapshotOf<Machine>): string | null {
  if (!isFound(context.hits, "hit-1")) return null;
  return context.hits.length === 1 ? "messages.nothing" : "stays";
}

function isFound(hits: readonly ConversationHits[], clientMsgID: string): boolean {
  return hits.some(({ messages }) => messages.some((message) => message.clientMsgID === clientMsgID));
}

function isChanging(label: string, { typed }: Ledger): boolean {
  if (label === "user.keepSearch" || label === "user.openMessage") return typed.trim() !== "";
  return ["user.repeatSearch", "user.forgetSearch", "user.forgetSearches"].includes(label);
}

function offers(moment: Moment<Machine>): string[] {
  const { recent } = at(moment.step);
  if (recent.length === 0) return ["text: Search friends, groups and messages", "!button: Clear"];
  return ["text: Recent searches", "button: Clear", ...recent.map((one) => `button: Remove ${one}`)];
}

function facts(moment: Moment<Machine>) {
  const { typed, hits, recent } = at(moment.step);
  return { keyword: typed, hits, recent };
}

async function comeBack(_: unknown, { ports, act }: Stage): Promise<void> {
  await act(() => ports.browserBack());
}

async function lookAround({ ports, settle }: Stage): Promise<void> {
  ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`);
  await settle();
  ports.browserBack();
}
