import { fireEvent } from "@testing-library/react";
import type { HistoryPage, Message } from "../../../../machines/domain/message.ts";
import type { SharedMediaKind } from "../../../../machines/media/shared-items.ts";
import { sharedMediaIn, sharedMediaMachine } from "../../../../machines/media/shared-media.ts";
import { aGroupConversation, aMessage, aWorld, BEN, groupChatID, ME, TEAM } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Row } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const CHAT = groupChatID(TEAM);
const HERE = { conversationID: CHAT, groupID: TEAM, sendID: BEN, recvID: "" };
/** Messages per read, and items of a kind that are known ahead. */
const COUNT = 100;
const ENOUGH = 30;

const idOf = (seq: number) => `message-${seq}`;
const picture = {
  url: "https://im.example/a.png",
  thumbnail: "https://im.example/b.png",
  width: 4,
  height: 3,
};
const pictured = (seq: number, clientMsgID = idOf(seq)): Message =>
  aMessage({ ...HERE, seq, clientMsgID, content: { type: "picture", picture } });
const NEW = pictured(900, "new");
const FILE = aMessage({
  ...HERE,
  seq: 800,
  content: { type: "file", fileName: "plan.pdf", file: { url: "https://im.example/plan", bytes: 2048 } },
});
const LINK = aMessage({ ...HERE, seq: 801, text: "See www.example.org." });
const talk = (seq: number) => aMessage({ ...HERE, seq, text: "Hi" });
const many = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => pictured(from + index));

const PAGES: Readonly<Record<string, { messages: Message[]; isEnd: boolean }>> = {
  "": { messages: [...many(ENOUGH, 700), FILE, LINK], isEnd: false },
  "of talk alone": { messages: [talk(600)], isEnd: false },
  "up to the first": { messages: [talk(1), pictured(2)], isEnd: true },
  "that is empty": { messages: [], isEnd: false },
};

interface Ledger {
  kind: SharedMediaKind;
  media: string[];
  files: string[];
  links: string[];
  oldest: string | null;
  /** How many items of the current kind are to be known. */
  wanted: number;
}

const START: Ledger = { kind: "media", media: [], files: [], links: [], oldest: null, wanted: ENOUGH };
const { at, remember } = ledgerFrom(START);

type SharedMedia = SnapshotOf<typeof sharedMediaMachine>;

export const sharedMediaModel: ChartModel<typeof sharedMediaMachine> = {
  chart: "sharedMedia",
  machine: sharedMediaMachine,
  input: { conversationID: CHAT },
  events: {
    "user.showSharedMedia media": { type: "user.showSharedMedia", kind: "media" },
    "user.showSharedMedia files": { type: "user.showSharedMedia", kind: "files" },
    "user.showSharedMedia links": { type: "user.showSharedMedia", kind: "links" },
    "user.loadMoreSharedMedia": ({ context }) =>
      context.wanted <= ENOUGH ? { type: "user.loadMoreSharedMedia" } : null,
    "user.retrySharedMedia": { type: "user.retrySharedMedia" },
    "im.messages": { type: "im.messages", messages: [NEW] },
    "im.deleted": { type: "im.deleted", clientMsgID: NEW.clientMsgID },
    "im.revoked": {
      type: "im.revoked",
      clientMsgID: NEW.clientMsgID,
      revoker: { userID: BEN, nickname: "Ben" },
      sender: { userID: BEN, nickname: "Ben" },
    },
    "im.conversations with a cleared chat": {
      type: "im.conversations",
      conversations: [],
      cleared: [CHAT],
    },
    "im.syncFinished": { type: "im.syncFinished" },
  },
  answers: {
    readOlder: {
      done: Object.fromEntries(
        Object.entries(PAGES).map(([name, { messages, isEnd }]) => [
          name,
          ({ context }: SharedMedia): HistoryPage => ({ messages, cursor: context.oldestID, isEnd }),
        ]),
      ),
      failed: ["network"],
    },
  },
  key: ({ context: { kind, messages, wanted, oldestID } }) =>
    [kind, messages.length, messages.at(-1)?.clientMsgID === "new", wanted > ENOUGH, oldestID].join(),
  phase: ({ context }) => (context.wanted > ENOUGH ? "more" : ""),
  around: { ...remember(after), key: () => "" },
  isRest: ({ value }) => value === "complete",

  opens: () => ({
    world: aWorld({ conversations: [aGroupConversation()] }),
    path: `/chatMedia?conversationID=${encodeURIComponent(CHAT)}`,
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "sharedMedia"),
  calls: { readOlder: "im.loadOlder" },
  tells: ["memberDirectory <- memberDirectory.meet"],
  // The conversation list looks up other senders.
  isOwn: ({ call, input }) => !call.startsWith("memberDirectory") || isWithin(input),
  logged: ["readOlder"],
  press: {
    "user.showSharedMedia media": choose("Media"),
    "user.showSharedMedia files": choose("Files"),
    "user.showSharedMedia links": choose("Links"),
    "user.loadMoreSharedMedia": press("button: Show more"),
    "user.retrySharedMedia": press("button: Retry"),
  },
  pressable(label, { value, context }) {
    if (label.startsWith("user.showSharedMedia")) return label !== `user.showSharedMedia ${context.kind}`;
    if (label === "user.loadMoreSharedMedia") return value === "waiting";
    return label !== "user.retrySharedMedia" || value === "failed";
  },
  reads: ({ context, value }) => ({
    value,
    kind: context.kind,
    ids: sharedMediaIn(context)
      .map(({ clientMsgID }) => clientMsgID)
      .join(),
    count: context.messages.length,
    wanted: context.wanted,
  }),
  rows: {
    reading: ({ step }) => ({
      ...row(step, "reading"),
      asks: [["im.loadOlder", { conversationID: CHAT, cursor: at(step).oldest, count: COUNT }]],
    }),
    waiting: ({ step }) => row(step, "waiting", "button: Show more"),
    complete: ({ step }) => {
      const { kind } = at(step);
      const isEmpty = at(step)[kind].length === 0;
      return row(step, "complete", "!button: Show more", `${isEmpty ? "" : "!"}text: ${EMPTY[kind]}`);
    },
    failed: ({ step }) => row(step, "failed", "button: Retry"),
  },
  leads: {
    "*": {
      "user.showSharedMedia media": shows("media"),
      "user.showSharedMedia files": shows("files"),
      "user.showSharedMedia links": shows("links"),
      "im.messages": STAYS,
      "im.deleted": ({ context }) => (hasNew(context.messages) ? STAYS : null),
      "im.revoked": ({ context }) => (hasNew(context.messages) ? STAYS : null),
      "im.conversations with a cleared chat": "reading",
      "im.syncFinished": "reading",
    },
    reading: {
      "readOlder done": ({ context }) => enough(context, PAGES[""]?.messages ?? []),
      "readOlder done (of talk alone)": ({ context }) => enough(context, []),
      "readOlder done (up to the first)": "complete",
      "readOlder done (that is empty)": "complete",
      "readOlder failed (network)": "failed",
    },
    waiting: {
      "user.loadMoreSharedMedia": "reading",
      "user.showSharedMedia files": "reading",
      "user.showSharedMedia links": "reading",
      "im.deleted": lessByOne,
      "im.revoked": lessByOne,
    },
    complete: {},
    failed: { "user.retrySharedMedia": "reading" },
  },
  told({ label }) {
    const [, name = ""] = /^readOlder done(?: \((.+)\))?$/.exec(label) ?? [];
    const isFound = label.startsWith("readOlder done") && PAGES[name]?.messages.some(holds);
    return isFound ? [["memberDirectory <- memberDirectory.meet", { groupID: TEAM, userIDs: [BEN] }]] : [];
  },
  noise: {
    "a picture of another chat": ({ ports }) =>
      ports.emit.messages({
        type: "im.messages",
        messages: [{ ...pictured(95, "foreign"), conversationID: "si_other", groupID: "" }],
      }),
    "events about unknown messages": ({ ports }) =>
      ports.emit.messages({ type: "im.deleted", clientMsgID: "unknown" }),
    talk: ({ ports }) => ports.emit.messages({ type: "im.messages", messages: [talk(950)] }),
    "rows of the chat, and another cleared one": ({ ports }) =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aGroupConversation({ latestMsg: aMessage({ ...HERE, sendID: ME }) })],
        cleared: ["si_other"],
      }),
    "the start of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncStarted", reinstall: false }),
  },
};

const EMPTY = {
  media: "No photos or videos yet",
  files: "No files yet",
  links: "No links yet",
} as const;

function holds({ content }: Message): boolean {
  return content.type !== "text" || content.text.includes("www");
}

function hasNew(messages: readonly Message[]): boolean {
  return messages.some(({ clientMsgID }) => clientMsgID === NEW.clientMsgID);
}

/** Another kind starts from its beginning. The current kind keeps its place, with no more items wanted. */
function shows(kind: SharedMediaKind) {
  return ({ context }: SharedMedia): string | null =>
    context.kind === kind && context.wanted === ENOUGH ? null : STAYS;
}

function enough({ kind, messages, wanted }: SharedMedia["context"], found: readonly Message[]): string {
  const ids = new Set([...messages, ...found].filter((one) => kindOf(one) === kind).map(({ seq }) => seq));
  return ids.size < wanted ? "reading" : "waiting";
}

function lessByOne({ context }: SharedMedia): string | null {
  if (!hasNew(context.messages)) return null;
  const isMedia = context.kind === "media";
  return isMedia && sharedMediaIn(context).length - 1 < context.wanted ? "reading" : STAYS;
}

function kindOf({ content }: Message): SharedMediaKind {
  if (content.type === "picture") return "media";
  return content.type === "file" ? "files" : "links";
}

function after(before: Ledger, label: string): Ledger {
  const [, name = ""] = /^readOlder done(?: \((.+)\))?$/.exec(label) ?? [];
  if (label.startsWith("readOlder done")) {
    const { messages, isEnd } = PAGES[name] ?? { messages: [], isEnd: false };
    const found = (kind: SharedMediaKind) =>
      messages.filter((one) => holds(one) && kindOf(one) === kind).map(({ clientMsgID }) => clientMsgID);
    return {
      ...before,
      media: once([...found("media"), ...before.media]),
      files: once([...found("files"), ...before.files]),
      links: once([...found("links"), ...before.links]),
      oldest: isEnd ? before.oldest : (messages[0]?.clientMsgID ?? before.oldest),
    };
  }
  switch (label) {
    case "user.showSharedMedia media":
      return { ...before, kind: "media", wanted: ENOUGH };
    case "user.showSharedMedia files":
      return { ...before, kind: "files", wanted: ENOUGH };
    case "user.showSharedMedia links":
      return { ...before, kind: "links", wanted: ENOUGH };
    case "user.loadMoreSharedMedia":
      return { ...before, wanted: before[before.kind].length + ENOUGH };
    case "im.messages":
      return { ...before, media: once([...before.media, NEW.clientMsgID]) };
    case "im.deleted":
    case "im.revoked":
      return { ...before, media: before.media.filter((id) => id !== NEW.clientMsgID) };
    case "im.conversations with a cleared chat":
      return { ...before, media: [], files: [], links: [], oldest: null };
    case "im.syncFinished":
      return { ...before, oldest: null };
    default:
      return before;
  }
}

/** Each id once, by send time. */
function once(ids: readonly string[]): string[] {
  const seqOf = (id: string) => (id === NEW.clientMsgID ? NEW.seq : Number(id.replace("message-", "")));
  return [...new Set(ids)].sort((a, b) => seqOf(a) - seqOf(b));
}

type At = { around: string } | null;

function row(step: At, value: string, ...expectations: string[]): Row {
  const { kind, media, files, links, wanted } = at(step);
  const count = media.length + files.length + links.length;
  const isSeen = { media, files, links }[kind].length > 0;
  const things = {
    media: [],
    files: ["link: Download plan.pdf, 2.0 KB"],
    links: ["link: www.example.org"],
  }[kind];
  return {
    reads: { value, kind, ids: { media, files, links }[kind].join(), count, wanted },
    sees: [...(isSeen ? things : []), ...(isSeen || value === "complete" ? expectations : [])],
  };
}

function isWithin(input: unknown): boolean {
  return JSON.stringify(input).includes(BEN);
}

function choose(name: string) {
  return async (_: unknown, stage: { act: (does: () => void) => Promise<void> }) =>
    stage.act(() => void fireEvent.click(find("radio", name)));
}
