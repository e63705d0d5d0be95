import { historyMachine } from "../../../../machines/conversation/history.ts";
import type { HistoryPage, Message, QuotedMessage } from "../../../../machines/domain/message.ts";
import {
  ANNA,
  aGroupConversation,
  aMessage,
  aRecall,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  someMessages,
  TEAM,
} from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { viewport } from "../../layout.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import { remove, sendAgain } from "./message-menu-entries.ts";

const CHAT = groupChatID(TEAM);
const HERE = { conversationID: CHAT, groupID: TEAM, sendID: BEN, recvID: "" };
const COUNT = 20;
/** The most messages in the window. */
const WINDOW = 400;
/** In px: enough for two pages, and few enough rows for fast drawing. */
const SCREEN = 3000;
const ROW = 72;
/** The sought message, and the first number of the page around it. */
const LONG_AGO = 510;
const AROUND = 500;
/** The first number of the newest page, with enough older ones to page through. */
const FIRST = 1000;
/** The numbers of the incoming message and of the user's own: close to the newest page. */
const NEW = 1050;
const MINE = 1090;
const FOUND = 1030;
/** Messages behind a wider gap than this are dropped. */
const FAR = 100;

const NOT_FOUND: QuotedMessage = { clientMsgID: "message-1", sendID: "", senderNickname: "", content: null };
const ORIGINAL: QuotedMessage = {
  clientMsgID: "message-1",
  sendID: BEN,
  senderNickname: "Ben",
  content: { type: "text", text: "Text 1" },
};

const SENDING = aMessage({
  ...HERE,
  groupID: "",
  clientMsgID: `${"0".repeat(31)}1`,
  sendID: ME,
  seq: 0,
  sendTime: NOON,
  status: "sending",
  text: "Out",
});

const MADE = { ...SENDING, groupID: TEAM };
const FAILED: Message = { ...SENDING, status: "failed", failure: "network" };
const SENT: Message = { ...MADE, seq: MINE, sendTime: NOON + 5, status: "sent" };

const UNDER_WAY: Readonly<Record<string, Message>> = { sending: SENDING, made: MADE, failed: FAILED };

const page = (messages: Message[], cursor: string | null, isEnd: boolean): HistoryPage => ({
  messages,
  cursor,
  isEnd,
});
const oldest = (messages: readonly Message[]) => messages[0]?.clientMsgID ?? null;
const newest = (messages: readonly Message[]) => messages.at(-1)?.clientMsgID ?? null;
const before = (messages: readonly Message[], count: number) => {
  const seq = messages[0]?.seq ?? FIRST;
  return texts(count, Math.max(seq - count, 1));
};
/** Each page is built once, because many paths load it. */
const pages = new Map<string, Message[]>();
const texts = (count: number, from = 1) => {
  const made = pages.get(`${count} from ${from}`) ?? someMessages(count, from, HERE);
  pages.set(`${count} from ${from}`, made);
  return made;
};
const after = (messages: readonly Message[], count: number) =>
  texts(count, (messages.findLast(({ seq }) => seq > 0)?.seq ?? FIRST) + 1);

const OLGA = { userID: "1000000009", nickname: "Olga" };

/** Senders, and the author of a quoted message, are looked up in the member directory. */
const meets = (...userIDs: string[]) =>
  ["signedIn <- memberDirectory.meet", { groupID: TEAM, userIDs }] as const;
const toast = ["toasts <- toast.add", { toast: { tone: "error", key: "getHistoryFailed" } }] as const;

/** One message in the window: the number of a text of Ben's, or the name of another message. */
type Line = number | "new" | "mine";

function openedAt({ context: { sought } }: { context: { sought: object | null } }): number {
  return sought ? AROUND : FIRST;
}

interface Told {
  /** The messages in the window, oldest first; a run of numbers is its first and last. */
  lines: readonly (Line | readonly [number, number])[];
  /** Changes of the first message, also before it is loaded: a page may have been read before them. */
  isRevoked: boolean;
  isDeleted: boolean;
  isRead: boolean;
  isQuoted: boolean;
  isDetached: boolean;
  /** The message to show; null for the newest. */
  sought: string | null;
  /** The progress of the user's own message; "" before there is one. */
  sent: string;
  isOpening: boolean;
  /** The button to the newest message may show their number instead. */
  hasNew: boolean;
  /** The cached lines that the next session shows at once. */
  kept: Told["lines"];
}

const BEGINNING: Told = {
  lines: [],
  isRevoked: false,
  isDeleted: false,
  isRead: false,
  isQuoted: false,
  isDetached: false,
  sought: null,
  sent: "",
  isOpening: true,
  hasNew: false,
  kept: [],
};

export const historyModel: ChartModel<typeof historyMachine> = {
  chart: "history",
  machine: historyMachine,
  input: {
    userID: ME,
    conversationID: CHAT,
    soughtID: null,
    parent: ignoringParent,
    outbox: ignoringParent,
    memberDirectory: ignoringParent,
  },
  events: {
    "im.messages a new one": {
      type: "im.messages",
      messages: [
        aMessage({
          ...HERE,
          seq: NEW,
          clientMsgID: "new",
          sendTime: 9e12,
          content: { type: "quote", text: `Text ${NEW}`, quoted: NOT_FOUND },
        }),
      ],
    },
    "historyGaps.filled": ({ context: { messages } }) =>
      messages.length <= 25 && has(messages, "new") && !has(messages, FOUND)
        ? { type: "historyGaps.filled", messages: texts(1, FOUND) }
        : null,
    "im.revoked": {
      type: "im.revoked",
      clientMsgID: `message-${FIRST}`,
      revoker: OLGA,
      sender: { userID: BEN, nickname: "Ben" },
    },
    "im.deleted": { type: "im.deleted", clientMsgID: `message-${FIRST}` },
    "im.quoted": { type: "im.quoted", clientMsgID: "new", quoted: ORIGINAL },
    "im.read": { type: "im.read", clientMsgIDs: [`message-${FIRST}`] },
    "im.syncFinished": { type: "im.syncFinished" },
    "outbox.begun": (_, around) => (sentIn(around) === "" ? { type: "outbox.begun" } : null),
    "outbox.begun again": (_, around) => (sentIn(around) === "failed" ? { type: "outbox.begun" } : null),
    "outbox.message made": (_, around) =>
      sentIn(around) === "sending" ? { type: "outbox.message", message: MADE } : null,
    "outbox.message failed": (_, around) =>
      sentIn(around) === "sending" ? { type: "outbox.message", message: FAILED } : null,
    "outbox.message sent": (_, around) =>
      sentIn(around) === "made" ? { type: "outbox.message", message: SENT } : null,
    "outbox.dropped": (_, around) =>
      sentIn(around) === "failed" ? { type: "outbox.dropped", clientMsgID: SENDING.clientMsgID } : null,
    "history.emptied": { type: "history.emptied" },
    "history.seek one that is here": ({ context: { messages } }) =>
      messages.length > 0 ? { type: "history.seek", clientMsgID: oldest(messages) ?? "" } : null,
    "history.seek one from long ago": { type: "history.seek", clientMsgID: `message-${LONG_AGO}` },
    "user.loadOlder": { type: "user.loadOlder" },
    "user.loadNewer": { type: "user.loadNewer" },
    "user.jumpToLatest": { type: "user.jumpToLatest" },
    "user.retryHistory": { type: "user.retryHistory" },
  },
  answers: {
    openHistory: {
      done: {
        "more before it": (snapshot) => page(texts(COUNT, openedAt(snapshot)), null, false),
        everything: (snapshot) => page(texts(3, openedAt(snapshot)), null, true),
      },
      failed: ["network"],
    },
    loadOlder: {
      done: {
        "": ({ context: { messages } }) => page(before(messages, COUNT), oldest(messages), false),
        "the first one": ({ context: { messages } }) => page(before(messages, 3), oldest(messages), true),
        "too much for the window": ({ context: { messages } }) =>
          page(before(messages, 390), oldest(messages), false),
        "from another place": () => page(texts(COUNT, 1), "elsewhere", false),
      },
      failed: ["network"],
    },
    catchUp: {
      done: {
        "that touches": ({ context: { messages } }) =>
          page(
            [...messages.filter(({ sendID }) => sendID === BEN).slice(-2), ...after(messages, 3)],
            null,
            false,
          ),
        "after a long time": () => page(texts(COUNT, 5000), null, false),
      },
      failed: ["network"],
    },
    loadNewer: {
      done: {
        "": ({ context: { messages } }) => page(after(messages, COUNT), newest(messages), false),
        "up to the newest": ({ context: { messages } }) =>
          page(after(messages, COUNT), newest(messages), true),
        "from another place": () => page(texts(COUNT, 7000), "elsewhere", false),
      },
      failed: ["network"],
    },
  },
  replies(label, { value }, around) {
    if (label.startsWith("outbox.begun")) return [{ type: "outbox.message", message: SENDING }];
    const message = UNDER_WAY[sentIn(around)];
    const isBack =
      label === "user.jumpToLatest" ||
      label === "history.emptied" ||
      label === "history.emptied" ||
      (label.startsWith("loadNewer") && !isDetached(value));
    return isBack && message ? [{ type: "outbox.message", message }] : [];
  },
  evenIgnored: [
    "outbox.begun",
    "outbox.begun again",
    "outbox.message made",
    "outbox.message failed",
    "outbox.message sent",
  ],
  key: ({ context: { messages } }) =>
    [
      messages.length === 0,
      messages.length > 25,
      messages.length > WINDOW - COUNT,
      messages.some(({ content }) => content.type === "revoked"),
    ].join(),
  phase: ({ context: { messages } }) => `${messages.length === 0}`,
  around: { start: JSON.stringify(BEGINNING), after: follow, key: sentIn },
  isRest: ({ value }) => value.past === "idle" && isLive(value),

  opens: () => ({ world: aWorld({ conversations: [aGroupConversation()], messages: texts(3) }) }),
  prepare(ports) {
    ports.hold("im.createMessage", "im.sendMessage", "im.deleteMessage");
    viewport.height = SCREEN;
  },
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "history"),
  calls: {
    openHistory: ["im.loadOlder", "im.loadAround"],
    loadOlder: "im.loadOlder",
    catchUp: "im.loadOlder",
    loadNewer: "im.loadNewer",
  },
  logged: ["catchUp"],
  delays: { catchUpPause: 5000 },
  tells: ["toasts <- toast.add", "signedIn <- memberDirectory.meet", "signedIn <- outbox.follow"],
  // The conversation list looks up Anna, the last sender in its row.
  isOwn: ({ call, input }) =>
    call !== "signedIn <- memberDirectory.meet" || !JSON.stringify(input).includes(ANNA),
  stimuli: {
    "historyGaps.filled": ({ app }, event) =>
      childOf(app, "session", "signedIn", "conversation", "history")?.send(event),
    "history.emptied": ({ app }, event) =>
      childOf(app, "session", "signedIn", "conversation", "history")?.send(event),
    "history.seek": ({ app }, event) =>
      childOf(app, "session", "signedIn", "conversation", "history")?.send(event),
    "outbox.begun": sendHi,
    "outbox.begun again": ({ app }) => sendAgain(app, FAILED),
    "outbox.message made": ({ ports }) => ports.resolve("im.createMessage", MADE),
    "outbox.message failed": ({ ports }) => ports.reject("im.createMessage", "network"),
    "outbox.message sent": ({ ports }) => ports.resolve("im.sendMessage", SENT),
    "outbox.dropped": ({ app }) => remove(app, FAILED),
  },
  press: {
    "user.loadOlder": press("button: Earlier messages"),
    "user.loadNewer": press("button: Load more"),
    "user.jumpToLatest": (event, stage) => {
      const readState = childOf(stage.app, "session", "signedIn", "conversation", "readState");
      const isWaiting = readState?.getSnapshot().context.waiting > 0;
      return press(`button: ${isWaiting ? "1 new message" : "Go to the newest message"}`)(event, stage);
    },
    "user.retryHistory": press("button: Retry"),
  },
  // Tests of the log cover which reply leads to which message.
  pressable: (label, { context: { messages } }) =>
    !label.startsWith("history.seek") && (label !== "user.loadOlder" || messages.length > 0),
  reads: ({ value, context }, { app, ports }) => ({
    ...value,
    messages: shown(context.messages),
    // The read state gets the same messages.
    read: shown(
      childOf(app, "session", "signedIn", "conversation", "readState")?.getSnapshot().context.messages,
    ),
    kept: (ports.keptPages.get(CHAT) ?? []).map(({ clientMsgID }) => clientMsgID),
  }),
  rows: {
    "past.opening": ({ step, snapshot }) => ({
      asks: [asked(step ? toldAt(step).sought : (snapshot.context.sought?.clientMsgID ?? null))],
      reads: { past: "opening", ...windowAt(step) },
      sees: linesAt(step).length > 0 ? ["status: Loading earlier messages"] : ["text: Loading"],
    }),
    "past.idle": ({ step }) => ({
      reads: { past: "idle", ...windowAt(step) },
      sees: linesAt(step).length > 0 ? ["button: Earlier messages"] : [],
    }),
    "past.loadingOlder": ({ step }) => ({
      asks: [["im.loadOlder", { conversationID: CHAT, cursor: oldestAt(step), count: COUNT }]],
      reads: { past: "loadingOlder", ...windowAt(step) },
      sees: linesAt(step).length > 0 ? ["status: Loading earlier messages"] : [],
    }),
    "past.exhausted": ({ step }) => ({
      reads: { past: "exhausted", ...windowAt(step) },
      sees: [
        linesAt(step).length > 0 ? "text: Start of the chat" : "text: No messages yet",
        "!button: Earlier messages",
      ],
    }),
    "past.failed": ({ step }) => ({
      reads: { past: "failed", ...windowAt(step) },
      sees: ["text: Failed to get history messages", "button: Retry", "!button: Earlier messages"],
    }),
    "tail.attached.live": ({ snapshot: { context } }) => ({
      reads: { tail: { attached: "live" } },
      sees: ["!button: Load more", ...newestSeen(context.messages)],
    }),
    "tail.attached.catchingUp": ({ snapshot: { context } }) => ({
      asks: [["im.loadOlder", { conversationID: CHAT, cursor: null, count: COUNT }]],
      reads: { tail: { attached: "catchingUp" } },
      sees: ["!button: Load more", ...newestSeen(context.messages)],
    }),
    "tail.attached.behind": ({ snapshot: { context } }) => ({
      reads: { tail: { attached: "behind" } },
      sees: ["!button: Load more", ...newestSeen(context.messages)],
    }),
    "tail.detached.idle": ({ step }) => ({
      reads: { tail: { detached: "idle" } },
      sees: [...toNewestAt(step), "button: Load more"],
    }),
    "tail.detached.loadingNewer": ({ step }) => ({
      asks: [["im.loadNewer", { conversationID: CHAT, cursor: newestAt(step), count: COUNT }]],
      reads: { tail: { detached: "loadingNewer" } },
      sees: toNewestAt(step),
    }),
  },
  leads: {
    "*": {
      "historyGaps.filled": STAYS,
      "im.revoked": STAYS,
      "im.deleted": STAYS,
      "im.read": STAYS,
      "im.quoted": STAYS,
      "outbox.dropped": STAYS,
      "history.seek one that is here": STAYS,
    },
    "past.*": {
      "history.emptied": "past.opening",
      "outbox.begun": opensAnew,
      "outbox.begun again": opensAnew,
      "user.jumpToLatest": opensAnew,
      "history.seek one from long ago": opensAway("past.opening", STAYS),
    },
    "past.opening": {
      "openHistory done (more before it)": "past.idle",
      // A message that came meanwhile may be too far from the page.
      "openHistory done (everything)": (snapshot) =>
        snapshot.context.messages.some(({ seq }) => seq - openedAt(snapshot) > FAR + 3)
          ? "past.idle"
          : "past.exhausted",
      "openHistory failed (network)": "past.failed",
    },
    "past.idle": { "user.loadOlder": "past.loadingOlder" },
    "past.loadingOlder": {
      "loadOlder done": "past.idle",
      "loadOlder done (the first one)": "past.exhausted",
      "loadOlder done (too much for the window)": "past.idle",
      "loadOlder done (from another place)": "past.idle",
      "loadOlder failed (network)": "past.failed",
    },
    // Newer messages push the oldest page out of the window.
    "past.exhausted": {
      "loadNewer done": pushesOutOldest,
      "loadNewer done (up to the newest)": pushesOutOldest,
      // The newest page replaces all messages, and it does not reach back to the first one.
      "catchUp done (after a long time)": "past.idle",
      // A message beyond a wide gap replaces the messages before the gap.
      "im.messages a new one": isFarAhead,
    },
    "past.failed": {
      "user.retryHistory": ({ context }) =>
        context.messages.length === 0 ? "past.opening" : "past.loadingOlder",
    },
    "tail.*": {
      "history.emptied": "tail.attached.live",
      "loadOlder done": pushesOut(COUNT),
      "loadOlder done (the first one)": pushesOut(3),
      "loadOlder done (too much for the window)": pushesOut(390),
      "history.seek one from long ago": opensAway("tail.detached.idle", null),
    },
    "tail.attached.*": {
      "im.messages a new one": STAYS,
      "im.syncFinished": "tail.attached.catchingUp",
      "outbox.message made": STAYS,
      "outbox.message failed": STAYS,
      "outbox.message sent": STAYS,
    },
    "tail.attached.live": {},
    "tail.attached.catchingUp": {
      "catchUp done (that touches)": "tail.attached.live",
      "catchUp done (after a long time)": "tail.attached.live",
      "catchUp failed (network)": "tail.attached.behind",
    },
    "tail.attached.behind": { "after catchUpPause": "tail.attached.catchingUp" },
    "tail.detached.*": {
      "outbox.begun": "tail.attached.live",
      "outbox.begun again": "tail.attached.live",
      "user.jumpToLatest": "tail.attached.live",
    },
    "tail.detached.idle": {
      "user.loadNewer": ({ context }) =>
        context.messages.length === 0 ? null : "tail.detached.loadingNewer",
    },
    "tail.detached.loadingNewer": {
      "loadNewer done": "tail.detached.idle",
      "loadNewer done (from another place)": "tail.detached.idle",
      "loadNewer done (up to the newest)": "tail.attached.catchingUp",
      "loadNewer failed (network)": "tail.detached.idle",
    },
  },
  told({ label, before, after: { value, context } }) {
    const known = new Set(before.context.messages);
    const fresh = context.messages.filter((message) => !known.has(message));
    return [
      ...(label.includes("failed (") && !label.startsWith("catchUp") ? [toast] : []),
      // The window has reached the newest messages, so the history asks the outbox for its messages.
      ...(label === "history.emptied" || (isDetached(before.value) && !isDetached(value))
        ? [["signedIn <- outbox.follow", { conversationID: CHAT }] as const]
        : []),
      // Ben's messages come in pages, the user's own one at a time.
      ...introduced(fresh.filter(({ sendID }) => sendID === BEN)),
      ...introduced(fresh.filter(({ sendID }) => sendID === ME)),
    ];
  },
  excused: { ...helpersDoNotFail("pageStore"), ...chartsDoNotFail("historyGaps") },
  noise: {
    "messages of another chat": ({ ports }) =>
      ports.emit.messages({
        type: "im.messages",
        messages: [aMessage({ clientMsgID: "foreign", conversationID: "si_other" })],
      }),
    "events about unknown messages": ({ ports }) => {
      ports.emit.messages({ type: "im.deleted", clientMsgID: "unknown" });
      ports.emit.messages({ type: "im.read", clientMsgIDs: ["unknown"] });
      ports.emit.messages(aRecall("unknown"));
    },
    "the newest message again": {
      when: ({ value, context }) => isLive(value) && context.messages.length > 0,
      make: ({ app, ports }) => {
        const history = childOf(app, "session", "signedIn", "conversation", "history");
        const messages: readonly Message[] = history?.getSnapshot().context.messages ?? [];
        // Without the group id, because a repeated sender causes a second lookup.
        const twice = messages.slice(-1).map((message) => ({ ...message, groupID: "" }));
        ports.emit.messages({ type: "im.messages", messages: twice });
      },
    },
  },
};

export const historyAtMessageModel: ChartModel<typeof historyMachine> = {
  ...historyModel,
  input: {
    userID: ME,
    conversationID: CHAT,
    soughtID: idOf(LONG_AGO),
    parent: ignoringParent,
    outbox: ignoringParent,
    memberDirectory: ignoringParent,
  },
  events: { "user.jumpToLatest": { type: "user.jumpToLatest" } },
  answers: { openHistory: historyModel.answers.openHistory ?? {} },
  around: {
    start: JSON.stringify({ ...BEGINNING, sought: idOf(LONG_AGO), isDetached: true }),
    after: follow,
    key: sentIn,
  },
  begin: (stage) =>
    stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}&clientMsgID=${idOf(LONG_AGO)}`)),
};

type History = SnapshotOf<typeof historyMachine>;

function asked(sought: string | null): Wire {
  return sought === null
    ? ["im.loadOlder", { conversationID: CHAT, cursor: null, count: COUNT }]
    : ["im.loadAround", { conversationID: CHAT, cursor: sought, count: COUNT }];
}

function introduced(messages: readonly Message[]) {
  if (messages.every(({ groupID }) => groupID === "")) return [];
  const named = messages.flatMap(({ sendID, content }) =>
    content.type === "revoked" ? [sendID, content.revoker.userID, content.sender.userID] : [sendID],
  );
  return [meets(...new Set(named))];
}

const CHANGE = /^(?:(?!.*from another place)\w+ done|im\.(?!sync)|outbox\.|historyGaps\.)/;

function follow(around: string, label: string): string {
  const before = read(around);
  const after = read(laidOut(around, label));
  const isOpening =
    !label.startsWith("openHistory") &&
    (before.isOpening ||
      (after.lines.length === 0 && label === "user.retryHistory") ||
      (label === "history.seek one from long ago" && !unpacked(before.lines).includes(LONG_AGO)) ||
      label === "user.jumpToLatest" ||
      label === "history.emptied" ||
      (before.isDetached && label.startsWith("outbox.begun")));
  return JSON.stringify({ ...after, isOpening, kept: keptAfter() } satisfies Told);

  function keptAfter() {
    if (!CHANGE.test(label) || isOpening) return before.kept;
    if (!after.isDetached) return packed(unpacked(after.lines).slice(-COUNT));
    return before.kept;
  }
}

function laidOut(around: string, label: string): string {
  const before = read(around);
  const lines = unpacked(before.lines);
  const hasNew = before.hasNew || (label === "im.messages a new one" && !before.isDetached);
  const told: Told = { ...before, ...underWay(label, before), hasNew };
  const keep = (kept: readonly Line[], changes: Partial<Told> = {}): string => {
    const { isQuoted, ...rest } = { ...told, ...changes };
    return JSON.stringify({
      ...rest,
      isQuoted: kept.includes("new") && isQuoted,
      lines: packed(kept),
    } satisfies Told);
  };
  const undeleted = (incoming: readonly Line[]) =>
    incoming.filter((line) => !(told.isDeleted && line === FIRST));
  const lay = (kept: readonly Line[], incoming: readonly Line[]) =>
    laid(kept, undeleted(incoming), told.sent);
  const mine: readonly Line[] = told.sent in UNDER_WAY ? ["mine"] : [];
  const older = (count: number) => {
    const all = lay(lines, numbers(count, Math.max(seqOf(lines[0], told.sent) - count, 1)));
    return all.length > WINDOW ? keep(cut(all, told.sent), { isDetached: true }) : keep(all);
  };
  const newer = (count: number) => {
    const last = lines.findLast((line) => seqOf(line, told.sent) > 0);
    return numbers(count, seqOf(last, told.sent) + 1);
  };
  const join = (incoming: readonly Line[]) => keep(joined(lines, undeleted(incoming), told.sent));
  switch (label) {
    case "openHistory done (more before it)":
      return join(numbers(COUNT, before.sought === null ? FIRST : AROUND));
    case "openHistory done (everything)":
      return join(numbers(3, before.sought === null ? FIRST : AROUND));
    case "history.seek one that is here":
      return keep(lines, { sought: idOf(lines[0] ?? 0) });
    case "history.seek one from long ago":
      return lines.includes(LONG_AGO)
        ? keep(lines, { sought: idOf(LONG_AGO) })
        : keep([], { sought: idOf(LONG_AGO), isDetached: true });
    case "loadOlder done":
      return older(COUNT);
    case "loadOlder done (the first one)":
      return older(3);
    case "loadOlder done (too much for the window)":
      return older(390);
    case "catchUp done (that touches)":
      return join([...lines.filter((line) => line !== "mine").slice(-2), ...newer(3)]);
    case "catchUp done (after a long time)":
      return join(numbers(COUNT, 5000));
    case "loadNewer done":
      return keep(lay(lines, newer(COUNT)).slice(-WINDOW));
    case "loadNewer done (up to the newest)":
      // The window is at the newest messages now, so the outbox reports its own.
      return keep(lay(lay(lines, newer(COUNT)).slice(-WINDOW), mine), { isDetached: false });
    case "user.jumpToLatest":
    case "history.emptied":
      return keep(mine, { isDetached: false, sought: null });
    case "outbox.begun":
    case "outbox.begun again":
      return before.isDetached
        ? keep(["mine"], { isDetached: false, sought: null })
        : keep(lay(lines, ["mine"]));
    case "outbox.message made":
    case "outbox.message failed":
    case "outbox.message sent":
      return keep(before.isDetached ? lines : lay(lines, ["mine"]));
    case "outbox.dropped":
      return keep(lines.filter((line) => line !== "mine"));
    case "im.messages a new one":
      return before.isDetached ? keep(lines) : join(["new"]);
    case "historyGaps.filled": {
      // What is older than the window is left to the pages.
      const [first] = lines;
      return keep(typeof first === "number" && first <= FOUND ? lay(lines, [FOUND]) : lines);
    }
    case "im.deleted":
      return keep(
        lines.filter((line) => line !== FIRST),
        { isDeleted: true },
      );
    case "im.revoked":
      return keep(lines, { isRevoked: true });
    case "im.read":
      return keep(lines, { isRead: true });
    case "im.quoted":
      return keep(lines, { isQuoted: true });
    default:
      return keep(lines);
  }
}

function underWay(label: string, { sent }: Told): { sent: string } {
  if (label.startsWith("outbox.begun")) return { sent: "sending" };
  if (label.startsWith("outbox.message")) return { sent: label.slice("outbox.message ".length) };
  return { sent: label === "outbox.dropped" ? "dropped" : sent };
}

function numbers(count: number, from: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

/** Each message once, by send time; a message on its way is last. */
function laid(lines: readonly Line[], incoming: readonly Line[], sent: string): readonly Line[] {
  const place = (line: Line) => {
    if (line === "new") return 9e12;
    if (line !== "mine") return NOON - 3_600_000 + line * 1000;
    if (sent === "failed") return NOON;
    return sent === "sent" ? NOON + 5 : Number.POSITIVE_INFINITY;
  };
  return [...new Set([...lines, ...incoming])].sort((a, b) => place(a) - place(b));
}

/** Drops the messages before a new gap that is too wide to fill. Unsent messages stay. */
function joined(lines: readonly Line[], incoming: readonly Line[], sent: string): readonly Line[] {
  const all = laid(lines, incoming, sent);
  const placed = all.filter((line) => isSent(line, sent));
  const isKnown = (line: Line | undefined) => line !== undefined && lines.includes(line);
  const edge = placed.findLast((line, index) => {
    const previous = placed[index - 1];
    const isFar = previous !== undefined && seqOf(line, sent) - seqOf(previous, sent) - 1 > FAR;
    return isFar && !(isKnown(line) && isKnown(previous));
  });
  if (edge === undefined) return all;
  return all.filter((line, index) => index >= all.indexOf(edge) || !isSent(line, sent));
}

/** The oldest that fit, up to the last one with a seq. */
function cut(lines: readonly Line[], sent: string): readonly Line[] {
  const kept = lines.slice(0, WINDOW);
  return kept.slice(0, kept.findLastIndex((line) => isSent(line, sent)) + 1);
}

function isSent(line: Line, sent: string): boolean {
  return line !== "mine" || sent === "sent";
}

/** The seq from which pages are counted; 0 for a message without one. */
function seqOf(line: Line | undefined, sent: string): number {
  if (line === undefined) return FIRST;
  if (line === "new") return NEW;
  if (line === "mine") return sent === "sent" ? MINE : 0;
  return line;
}

function has(messages: readonly Message[], line: Line): boolean {
  return messages.some(({ clientMsgID }) => clientMsgID === idOf(line));
}

function idOf(line: Line): string {
  if (line === "mine") return SENDING.clientMsgID;
  return line === "new" ? "new" : `message-${line}`;
}

function packed(lines: readonly Line[]): Told["lines"] {
  const runs: (Line | [number, number])[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (typeof line === "number" && Array.isArray(last) && last[1] === line - 1) last[1] = line;
    else runs.push(typeof line === "number" ? [line, line] : line);
  }
  return runs;
}

function unpacked(lines: Told["lines"]): Line[] {
  return lines.flatMap((line): Line[] =>
    typeof line === "object" ? numbers(line[1] - line[0] + 1, line[0]) : [line],
  );
}

function read(around: string): Told {
  const told: Told = JSON.parse(around);
  return told;
}

function sentIn(around: string): string {
  return read(around).sent;
}

type At = { around: string } | null;

function toldAt(step: At): Told {
  return step ? read(step.around) : BEGINNING;
}

function linesAt(step: At): readonly Line[] {
  return unpacked(toldAt(step).lines);
}

function toNewestAt(step: At): readonly string[] {
  return toldAt(step).hasNew ? [] : ["button: Go to the newest message"];
}

function oldestAt(step: At): string | null {
  const [line] = linesAt(step);
  return line === undefined ? null : idOf(line);
}

/** A message on its way cannot be a starting point. */
function newestAt(step: At): string {
  const { sent } = toldAt(step);
  const line = linesAt(step).findLast((one) => one !== "mine" || sent === "sent" || sent === "failed");
  return line === undefined ? "" : idOf(line);
}

function windowAt(step: At) {
  const { isRevoked, isRead, isQuoted } = toldAt(step);
  const messages = linesAt(step).map((line) =>
    [
      idOf(line),
      line === FIRST && isRevoked ? "revoked" : "",
      line === FIRST && isRead ? "read" : "",
      line === "new" && isQuoted ? "quotes Text 1" : "",
    ].join(" "),
  );
  return { messages, read: messages, kept: unpacked(toldAt(step).kept).map(idOf) };
}

function shown(messages: readonly Message[]): string[] {
  return messages.map(({ clientMsgID, content, isRead }) =>
    [clientMsgID, content.type === "revoked" ? "revoked" : "", isRead ? "read" : "", quoteIn(content)].join(
      " ",
    ),
  );
}

function quoteIn(content: Message["content"]): string {
  const original = content.type === "quote" ? content.quoted?.content : null;
  return original?.type === "text" ? `quotes ${original.text}` : "";
}

/** The text of the newest message, if the screen has room for all rows. */
function newestSeen(messages: readonly Message[]): string[] {
  const newest = messages.at(-1)?.content;
  return (newest?.type === "text" || newest?.type === "quote") && messages.length * ROW < SCREEN
    ? [`text: ${newest.text}`]
    : [];
}

function sendHi({ app }: Stage): void {
  const composer = childOf(app, "session", "signedIn", "conversation", "composer");
  composer?.send({ type: "user.type", text: "Out" });
  composer?.send({ type: "user.send" });
}

/** An older page that does not fit into the window detaches it from the newest messages. */
function pushesOut(count: number) {
  return ({ value, context: { messages } }: History): string | null => {
    const ids = new Set([...before(messages, count), ...messages].map(({ clientMsgID }) => clientMsgID));
    return ids.size > WINDOW && !isDetached(value) ? "tail.detached.idle" : null;
  };
}

/** A newer page that does not fit pushes out the oldest messages. */
function pushesOutOldest({ context: { messages } }: History): string | null {
  return messages.length + COUNT > WINDOW ? "past.idle" : null;
}

/** The incoming message is beyond a gap that is too wide to keep the older ones. */
function isFarAhead({ value, context: { messages } }: History): string | null {
  const newest = messages.findLast(({ status, seq }) => status === "sent" && seq > 0);
  if (isDetached(value) || !newest || messages.some(({ clientMsgID }) => clientMsgID === "new")) return null;
  return NEW - newest.seq - 1 > FAR ? "past.idle" : null;
}

/** A window in the past cannot show a sent message, so the newest page loads. */
function opensAnew({ value }: History): string | null {
  return isDetached(value) ? "past.opening" : null;
}

/** A message outside the window loads with a page around it, far from the newest messages. */
function opensAway(leaf: string, here: string | null) {
  return ({ context: { messages } }: History): string | null =>
    messages.some(({ clientMsgID }) => clientMsgID === `message-${LONG_AGO}`) ? here : leaf;
}

function isDetached({ tail }: History["value"]): boolean {
  return typeof tail === "object" && "detached" in tail;
}

function isLive({ tail }: History["value"]): boolean {
  return typeof tail === "object" && "attached" in tail && tail.attached === "live";
}
