import { fireEvent } from "@testing-library/react";
import { vi } from "vitest";
import type { HistoryPage, Message } from "../../../../machines/domain/message.ts";
import { forwardableIn, galleryMachine, shownIn } from "../../../../machines/media/gallery.ts";
import { mediaIn, mergedMediaIn } from "../../../../machines/media/shared-items.ts";
import { aGroupConversation, aMessage, aWorld, BEN, groupChatID, NOON, TEAM } from "../../../fakes/world.ts";
import { inOrder, press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Row } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { forwardingEnds } from "../conversation/forwarding-ends.ts";
import { chartsDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = groupChatID(TEAM);
const FORWARDING = ["session", "signedIn", "gallery", "forwarding"] as const;
const HERE = { conversationID: CHAT, groupID: TEAM, sendID: BEN, recvID: "" };
/** The sender of all messages that the gallery reads; no other chart looks her up. */
const OLGA = "1000000009";
/** Messages per read. */
const COUNT = 100;
/** Pictures that are known ahead. */
const AHEAD = 10;

const idOf = (seq: number) => `message-${seq}`;
const pictured = (seq: number, clientMsgID = idOf(seq)): Message => {
  const url = `https://im.example/${clientMsgID}.png`;
  const picture = { url, thumbnail: `https://im.example/${clientMsgID}-small.png`, width: 40, height: 30 };
  return aMessage({ ...HERE, seq, clientMsgID, content: { type: "picture", picture } });
};
const OPENED = pictured(50);
const FORWARDED = pictured(7, "inner-1");
const ARRIVING = pictured(90, "new");
const ARRIVAL = { type: "im.messages" as const, messages: [ARRIVING] };
const talk = (seq: number) => aMessage({ ...HERE, seq });
const readAs = (message: Message): Message => ({ ...message, sendID: OLGA });
const many = (from: number) => Array.from({ length: AHEAD }, (_, index) => readAs(pictured(from + index)));

interface Brought {
  messages: Message[];
  isEnd: boolean;
}

const OLDER: Readonly<Record<string, Brought>> = {
  "": { messages: many(30), isEnd: false },
  "of talk alone": { messages: [talk(20)], isEnd: false },
  "up to the first": { messages: [talk(1), readAs(pictured(2))], isEnd: true },
  "that is empty": { messages: [], isEnd: false },
};
const NEWER: Readonly<Record<string, Brought>> = {
  "": { messages: many(60), isEnd: false },
  "of talk alone": { messages: [talk(80)], isEnd: false },
  "up to the newest": { messages: [readAs(pictured(85)), talk(86)], isEnd: true },
  "that is empty": { messages: [], isEnd: false },
};

type Gallery = SnapshotOf<typeof galleryMachine>;

const answers = (pages: Readonly<Record<string, Brought>>, cursor: (gallery: Gallery) => string) =>
  Object.fromEntries(
    Object.entries(pages).map(([name, { messages, isEnd }]) => [
      name,
      (gallery: Gallery): HistoryPage => ({ messages, cursor: cursor(gallery), isEnd }),
    ]),
  );

interface Ledger {
  isOpen: boolean;
  /** Opened from a forwarded history. */
  isApart: boolean;
  ids: string[];
  shown: string;
  oldest: string;
  newest: string;
  /** Whether the end on each side is known. */
  isFirstKnown: boolean;
  isLastKnown: boolean;
  /** A new picture waits until the ones before it are read. */
  waits: boolean;
  /** The user picks chats to forward to. */
  isChoosing: boolean;
  /** The message to open is no longer in the chat. */
  isGone: boolean;
  /** The chat has no messages. */
  isCleared: boolean;
}

const START: Ledger = {
  isOpen: false,
  isApart: false,
  ids: [],
  shown: "",
  oldest: "",
  newest: "",
  isFirstKnown: false,
  isLastKnown: false,
  waits: false,
  isChoosing: false,
  isGone: false,
  isCleared: false,
};
const { read, at, remember } = ledgerFrom(START);

export const galleryModel: ChartModel<typeof galleryMachine> = {
  chart: "gallery",
  machine: galleryMachine,
  input: { outbox: ignoringParent, clock: { newID: () => "", now: () => NOON } },
  events: {
    "user.openGallery": opening(CHAT, OPENED),
    "user.openGallery of a forwarded history": opening(null, FORWARDED),
    // One step to each side of the opened picture covers all cases.
    "user.showPrevious": ({ context }) =>
      stepsFrom(context, OPENED.clientMsgID) > -1 ? { type: "user.showPrevious" } : null,
    "user.showNext": ({ context }) =>
      stepsFrom(context, OPENED.clientMsgID) < 1 ? { type: "user.showNext" } : null,
    "user.retryGallery": { type: "user.retryGallery" },
    "user.forwardShown": few({ type: "user.forwardShown" }),
    "user.closeGallery": { type: "user.closeGallery" },
    "place.changed": { type: "place.changed", place: { path: "/contact", search: "" } },
    "im.messages": few(ARRIVAL),
    "im.messages while enough are known": ({ value, context }) =>
      value !== "closed" && value.open.newer === "waiting" && context.arrived.length === 0 ? ARRIVAL : null,
    "im.deleted": few(deleted(OPENED.clientMsgID), isOnly),
    "im.revoked": few(revoked(OPENED.clientMsgID), isOnly),
    "im.deleted one of several": few(deleted(OPENED.clientMsgID), isOneOfSeveral),
    "im.revoked one of several": unlessChoosing(few(revoked(OPENED.clientMsgID), isOneOfSeveral)),
    "im.deleted what came": few(deleted(ARRIVING.clientMsgID)),
    "im.revoked what came": unlessChoosing(few(revoked(ARRIVING.clientMsgID))),
    "im.deleted what was forwarded": few(deleted(FORWARDED.clientMsgID)),
    "im.revoked what was forwarded": few(revoked(FORWARDED.clientMsgID)),
    "im.revoked by another user": few(revoked(OPENED.clientMsgID, OLGA)),
    "im.conversations with a cleared chat": few(cleared(CHAT)),
    "im.conversations with another cleared chat": few(cleared("sg_other")),
  },
  answers: {
    readOlder: { done: answers(OLDER, ({ context }) => context.oldestID), failed: ["network"] },
    readNewer: { done: answers(NEWER, ({ context }) => context.newestID), failed: ["network"] },
    forwarding: { done: { sent: () => ({ isSent: true }), left: () => ({ isSent: false }) } },
  },
  isApart: true,
  key: ({ context: { conversationID, items, shownID, arrived } }) =>
    JSON.stringify([conversationID, items.map(({ clientMsgID }) => clientMsgID), shownID, arrived.length]),
  around: { ...remember(after), key: () => "" },
  isAlone: true,
  isRest: ({ value }) => value === "closed",

  opens: () => ({
    world: aWorld({ conversations: [aGroupConversation()], messages: [OPENED, HISTORY] }),
  }),
  async begin(stage) {
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
    // The chat reads its history with the same call.
    await stage.act(() => {
      for (const call of stage.ports.pending("im.loadOlder"))
        call.resolve({ messages: [OPENED, HISTORY], cursor: null, isEnd: true });
    });
  },
  actor: (app) => childOf(app, "session", "signedIn", "gallery"),
  calls: { readOlder: "im.loadOlder", readNewer: "im.loadNewer" },
  // The chat's history uses the same calls and looks up other senders.
  isOwn: ({ call, input }) =>
    call.startsWith("im.load")
      ? isRead(input)
      : call.startsWith("toasts") || JSON.stringify(input).includes(OLGA),
  tells: ["memberDirectory <- memberDirectory.meet", "toasts <- toast.add"],
  logged: ["readOlder", "readNewer"],
  stimuli: {
    "place.changed": ({ ports }) => ports.visit("/contact"),
    ...forwardingEnds(FORWARDING, { groupID: TEAM }, CHAT),
  },
  press: {
    "user.openGallery": appearing(press("button: Open photo")),
    "user.openGallery of a forwarded history": appearing(
      inOrder(
        (_, stage) => stage.act(() => void fireEvent.click(find("button", "Open chat history: Earlier"))),
        press("button in dialog: Open photo"),
      ),
    ),
    "user.showPrevious": press("button: Previous"),
    "user.showNext": press("button: Next"),
    "user.retryGallery": press("button in dialog: Retry"),
    "user.forwardShown": press("button in dialog: Forward"),
    "user.closeGallery": press("button: Close"),
  },
  pressable(label, { value, context }, around) {
    if (label.startsWith("user.") && value !== "closed" && value.open.forward === "choosing") return false;
    switch (label) {
      case "user.openGallery":
        return value === "closed" && !read(around).isGone && !read(around).isCleared;
      case "user.openGallery of a forwarded history":
        return value === "closed" && !read(around).isCleared;
      case "user.showPrevious":
        return value !== "closed" && placeOf(context) > 0;
      case "user.showNext":
        return value !== "closed" && placeOf(context) < context.items.length - 1;
      case "user.retryGallery":
        return value !== "closed" && Object.values(value.open).includes("failed");
      case "user.forwardShown":
        return value !== "closed" && context.conversationID !== null;
      default:
        return value !== "closed";
    }
  },
  reads: (snapshot) => {
    const isOpen = snapshot.value !== "closed";
    const shown = isOpen ? shownIn(snapshot.context) : null;
    return {
      isOpen,
      shown: shown?.item.clientMsgID ?? "",
      previous: shown?.previous?.clientMsgID ?? "",
      next: shown?.next?.clientMsgID ?? "",
      count: snapshot.context.items.length,
      waits: snapshot.context.arrived.length > 0,
      forwards: isOpen && forwardableIn(snapshot.context) !== null,
    };
  },
  rows: {
    closed: {
      reads: { isOpen: false, shown: "", previous: "", next: "", count: 0, waits: false, forwards: false },
      sees: ["!dialog: Photos and videos"],
    },
    "open.older.reading": ({ step }) => ({ ...open(step), asks: [asked("im.loadOlder", at(step).oldest)] }),
    "open.older.waiting": ({ step }) => open(step),
    "open.older.known": ({ step }) => open(step),
    "open.older.failed": ({ step }) => open(step, "text: Couldn't load the others"),
    "open.newer.reading": ({ step }) => ({ ...open(step), asks: [asked("im.loadNewer", at(step).newest)] }),
    "open.newer.waiting": ({ step }) => open(step),
    "open.newer.known": ({ step }) => open(step),
    "open.newer.failed": ({ step }) => open(step, "text: Couldn't load the others"),
    "open.forward.idle": ({ step }) =>
      open(step, "!dialog: Forward to", `${at(step).isApart ? "!" : ""}button: Forward`),
    "open.forward.choosing": ({ step }) => open(step),
  },
  leads: {
    closed: {
      "user.openGallery": "open.older.reading, open.newer.reading, open.forward.idle",
      "user.openGallery of a forwarded history": "open.older.known, open.newer.known, open.forward.idle",
    },
    "open.*": {
      "user.closeGallery": "closed",
      "place.changed": "closed",
      "user.showPrevious": STAYS,
      "user.showNext": STAYS,
      "im.deleted": "closed",
      "im.revoked": "closed",
      "im.deleted one of several": STAYS,
      "im.revoked one of several": STAYS,
      "im.deleted what came": gone(ARRIVING.clientMsgID),
      "im.revoked what came": gone(ARRIVING.clientMsgID),
      "im.conversations with a cleared chat": ({ context }) =>
        context.conversationID === null ? null : "closed",
    },
    "open.forward.idle": {
      "user.forwardShown": ({ context }) =>
        context.conversationID === null ? null : "open.forward.choosing",
    },
    "open.forward.choosing": {
      "forwarding done (sent)": "open.forward.idle",
      "forwarding done (left)": "open.forward.idle",
    },
    "open.older.reading": {
      "readOlder done": ({ context }) => olderAfter(placeOf(context) + fresh(context, OLDER[""])),
      "readOlder done (of talk alone)": ({ context }) => olderAfter(placeOf(context)),
      "readOlder done (up to the first)": "open.older.known",
      "readOlder done (that is empty)": "open.older.known",
      "readOlder failed (network)": "open.older.failed",
    },
    "open.older.waiting": {
      "user.showPrevious": ({ context }) => (placeOf(context) - 1 < AHEAD ? "open.older.reading" : STAYS),
    },
    "open.older.known": {},
    "open.older.failed": { "user.retryGallery": "open.older.reading" },
    "open.newer.reading": {
      "im.messages": STAYS,
      "readNewer done": ({ context }) => newerAfter(behind(context) + fresh(context, NEWER[""])),
      "readNewer done (of talk alone)": ({ context }) => newerAfter(behind(context)),
      "readNewer done (up to the newest)": "open.newer.known",
      "readNewer done (that is empty)": "open.newer.known",
      "readNewer failed (network)": "open.newer.failed",
    },
    "open.newer.waiting": {
      "im.messages while enough are known": STAYS,
      "user.showNext": ({ context }) => (behind(context) - 1 < AHEAD ? "open.newer.reading" : STAYS),
    },
    "open.newer.known": { "im.messages": ofTheChat },
    "open.newer.failed": { "im.messages": STAYS, "user.retryGallery": "open.newer.reading" },
  },
  excused: {
    "* | messageEvents failed": "it listens to the same stream as the chat below",
    "* | conversationEvents failed": "it listens to the same stream as the chat below",
    ...chartsDoNotFail("forwarding"),
  },
  told({ label, aroundBefore, around }) {
    if (label === "forwarding done (sent)")
      return [["toasts <- toast.add", { toast: { tone: "info", key: "forwarded" } }]];
    if (label.startsWith("im.revoked") && read(aroundBefore).isOpen && !read(around).isOpen)
      return [["toasts <- toast.add", { toast: { tone: "info", key: "recalled" } }]];
    const brought = broughtBy(label);
    return brought && mediaIn(brought.messages).length > 0
      ? [["memberDirectory <- memberDirectory.meet", { groupID: TEAM, userIDs: [OLGA] }]]
      : [];
  },
  noise: {
    "pictures of another chat": ({ ports }) =>
      ports.emit.messages({
        type: "im.messages",
        messages: [{ ...pictured(95, "foreign"), conversationID: "si_other", groupID: "" }],
      }),
    "events about unknown messages": ({ ports }) => {
      ports.emit.messages({ type: "im.deleted", clientMsgID: "unknown" });
      ports.emit.messages(revoked("unknown"));
    },
  },
};

/** The code of the gallery loads on first use. */
function appearing(gesture: (event: unknown, stage: Stage) => Promise<void>) {
  return async (event: unknown, stage: Stage) => {
    await gesture(event, stage);
    await vi.waitFor(async () => {
      await stage.settle();
      find("dialog", "Photos and videos");
    });
  };
}

const HISTORY = aMessage({
  ...HERE,
  seq: 51,
  content: {
    type: "merge",
    merged: { title: "Earlier", lines: [], messages: [{ ...FORWARDED, senderNickname: "Ben" }] },
  },
});

function opening(conversationID: string | null, message: Message) {
  return {
    type: "user.openGallery" as const,
    conversationID,
    items: conversationID === null ? mergedMediaIn([message]) : mediaIn([message]),
    shownID: message.clientMsgID,
  };
}

function deleted(clientMsgID: string) {
  return { type: "im.deleted" as const, clientMsgID };
}

function revoked(clientMsgID: string, userID = BEN) {
  const sender = { userID, nickname: "Ben" };
  return { type: "im.revoked" as const, clientMsgID, revoker: sender, sender };
}

function cleared(conversationID: string) {
  return { type: "im.conversations" as const, conversations: [], cleared: [conversationID] };
}

/** Changes of messages come only while there are few pictures: more pictures would add no cases. */
function few<Event>(event: Event, isSo: (context: Context) => boolean = () => true) {
  return ({ context }: Gallery): Event | null => (context.items.length < 4 && isSo(context) ? event : null);
}

/** A recall may also end the choice of chats: tests/ui/chat/gallery.test.tsx has these cases. */
function unlessChoosing<Event>(make: (gallery: Gallery) => Event | null) {
  return (gallery: Gallery): Event | null =>
    gallery.value !== "closed" && gallery.value.open.forward === "choosing" ? null : make(gallery);
}

function isOnly({ items }: Context): boolean {
  return items.length === 1 && items[0]?.clientMsgID === OPENED.clientMsgID;
}

function isOneOfSeveral({ items }: Context): boolean {
  return items.length > 1 && items.some(({ clientMsgID }) => clientMsgID === OPENED.clientMsgID);
}

/* ------------------------------------------------------------- by the chart */

type Context = Gallery["context"];

function placeOf({ items, shownID }: Context, clientMsgID = shownID): number {
  return items.findIndex((item) => item.clientMsgID === clientMsgID);
}

/** The steps away from a picture. If it is gone among many, NaN allows no step. */
function stepsFrom(context: Context, clientMsgID: string): number {
  const from = placeOf(context, clientMsgID);
  if (from >= 0) return placeOf(context) - from;
  return context.items.length < 4 ? 0 : Number.NaN;
}

function behind(context: Context): number {
  return context.items.length - 1 - placeOf(context);
}

function fresh({ items }: Context, brought: Brought | undefined): number {
  const known = new Set(items.map(({ clientMsgID }) => clientMsgID));
  return mediaIn(brought?.messages ?? []).filter(({ clientMsgID }) => !known.has(clientMsgID)).length;
}

function olderAfter(before: number): string {
  return before < AHEAD ? "open.older.reading" : "open.older.waiting";
}

function newerAfter(after: number): string {
  return after < AHEAD ? "open.newer.reading" : "open.newer.waiting";
}

/** New messages of the chat do not change a forwarded history. */
function ofTheChat({ context }: Gallery): string | null {
  return context.conversationID === null ? null : STAYS;
}

/** The gallery closes when its last picture is removed. */
function gone(clientMsgID: string) {
  return ({ context: { conversationID, items, arrived } }: Gallery): string | null => {
    const isIt = (item: { clientMsgID: string }) => item.clientMsgID === clientMsgID;
    if (conversationID === null || ![...items, ...arrived].some(isIt)) return null;
    return items.length === 1 && items.some(isIt) ? "closed" : STAYS;
  };
}

/* ------------------------------------------------------------- by the labels */

function broughtBy(label: string): Brought | undefined {
  const [, side, name = ""] = /^read(Older|Newer) done(?: \((.+)\))?$/.exec(label) ?? [];
  if (side === undefined) return undefined;
  return (side === "Older" ? OLDER : NEWER)[name];
}

function after(before: Ledger, label: string): Ledger {
  const isGone = before.isGone || isOfOpened(label);
  const isCleared = before.isCleared || label === "im.conversations with a cleared chat";
  return { ...follow(before, label), isGone, isCleared };
}

function isOfOpened(label: string): boolean {
  return /^im\.(deleted|revoked)( one of several)?$/.test(label);
}

function follow(before: Ledger, label: string): Ledger {
  const brought = broughtBy(label);
  if (brought) {
    const ids = mediaIn(brought.messages).map(({ clientMsgID }) => clientMsgID);
    const isEnd = brought.isEnd || brought.messages.length === 0;
    if (label.startsWith("readOlder"))
      return {
        ...before,
        ids: once([...ids, ...before.ids]),
        oldest: brought.messages[0]?.clientMsgID ?? before.oldest,
        isFirstKnown: isEnd,
      };
    const known = once([...before.ids, ...ids]);
    return {
      ...before,
      ids: isEnd && before.waits ? once([...known, ARRIVING.clientMsgID]) : known,
      newest: brought.messages.at(-1)?.clientMsgID ?? before.newest,
      isLastKnown: isEnd,
      waits: before.waits && !isEnd,
    };
  }
  switch (label) {
    case "user.openGallery":
      return before.isOpen ? before : opened(OPENED.clientMsgID, false);
    case "user.openGallery of a forwarded history":
      return before.isOpen ? before : opened(FORWARDED.clientMsgID, true);
    case "user.closeGallery":
    case "place.changed":
      return START;
    case "im.conversations with a cleared chat":
      return before.isApart ? before : START;
    case "user.forwardShown":
      return { ...before, isChoosing: before.isOpen && !before.isApart };
    case "forwarding done (sent)":
    case "forwarding done (left)":
      return { ...before, isChoosing: false };
    case "user.showPrevious":
      return { ...before, shown: neighbour(before, -1) ?? before.shown };
    case "user.showNext":
      return { ...before, shown: neighbour(before, 1) ?? before.shown };
    case "im.messages":
    case "im.messages while enough are known":
      if (!before.isOpen || before.isApart) return before;
      if (!before.isLastKnown) return { ...before, waits: true };
      return { ...before, ids: once([...before.ids, ARRIVING.clientMsgID]) };
    case "im.deleted":
    case "im.revoked":
    case "im.deleted one of several":
    case "im.revoked one of several":
      return withoutOne(before, OPENED.clientMsgID);
    case "im.deleted what came":
    case "im.revoked what came":
      return withoutOne({ ...before, waits: false }, ARRIVING.clientMsgID);
    default:
      return before;
  }
}

function opened(clientMsgID: string, isApart: boolean): Ledger {
  return {
    isOpen: true,
    isApart,
    ids: [clientMsgID],
    shown: clientMsgID,
    oldest: clientMsgID,
    newest: clientMsgID,
    isFirstKnown: isApart,
    isLastKnown: isApart,
    waits: false,
    isChoosing: false,
    isGone: false,
    isCleared: false,
  };
}

function withoutOne(before: Ledger, clientMsgID: string): Ledger {
  if (before.isApart || !before.ids.includes(clientMsgID)) return before;
  if (before.ids.length === 1) return START;
  const ids = before.ids.filter((id) => id !== clientMsgID);
  if (before.shown !== clientMsgID) return { ...before, ids };
  return { ...before, ids, shown: neighbour(before, 1) ?? neighbour(before, -1) ?? "" };
}

function neighbour({ ids, shown }: Ledger, side: -1 | 1): string | undefined {
  return ids[ids.indexOf(shown) + side];
}

function once(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

type At = { around: string } | null;

function asked(call: "im.loadOlder" | "im.loadNewer", cursor: string) {
  return [call, { conversationID: CHAT, cursor, count: COUNT }] as const;
}

function open(step: At, ...expectations: string[]): Row {
  const ledger = at(step);
  const { ids, shown, waits, isFirstKnown, isLastKnown } = ledger;
  const [previous = "", next = ""] = [neighbour(ledger, -1), neighbour(ledger, 1)];
  const isCounted = isFirstKnown && isLastKnown && ids.length > 1;
  return {
    reads: { isOpen: true, shown, previous, next, count: ids.length, waits, forwards: !ledger.isApart },
    // The sheet hides the gallery from assistive technology.
    sees: ledger.isChoosing
      ? ["dialog: Forward to"]
      : [
          "dialog: Photos and videos",
          "img: Photo",
          previous ? "button: Previous" : "!button: Previous",
          next ? "button: Next" : "!button: Next",
          ...(isCounted ? [`text: ${ids.indexOf(shown) + 1} of ${ids.length}`] : []),
          ...expectations,
        ],
  };
}

function isRead(input: unknown): boolean {
  return typeof input === "object" && input !== null && "count" in input && input.count === COUNT;
}
