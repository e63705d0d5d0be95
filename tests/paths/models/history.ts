import { historyMachine } from "../../../machines/history.ts";
import type { HistoryPage, Message } from "../../../machines/vocabulary/messages.ts";
import {
  ANNA,
  aGroupConversation,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  someMessages,
  TEAM,
} from "../../fakes/world.ts";
import type { SnapshotOf } from "../graph.ts";
import { press } from "../hands.ts";
import { viewport } from "../layout.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel } from "../model.ts";
import { childOf, type Stage } from "../stage.ts";
import { remove, sendAgain } from "./message-menu.ts";
import { deafParent } from "./parents.ts";

const CHAT = groupChatID(TEAM);
/** Ben's words in the team. */
const HERE = { conversationID: CHAT, groupID: TEAM, sendID: BEN, recvID: "" };
const COUNT = 20;
/** Messages kept at once. */
const WINDOW = 400;
/** In pixels: enough for two pages, and few enough rows to draw often. */
const SCREEN = 3000;
const ROW = 72;
/** The newest page begins here; there are this many older ones to page through. */
const FIRST = 1000;

/** As the outbox begins it, and as the SDK makes it: then it says which group it is for. */
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
const SENT: Message = { ...MADE, seq: 4000, sendTime: NOON + 5, status: "sent" };

/** What the outbox says of it when it is asked, by how far it has come. */
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
const texts = (count: number, from?: number) => someMessages(count, from, HERE);
const after = (messages: readonly Message[], count: number) =>
  texts(count, (messages.at(-1)?.seq ?? FIRST) + 1);

/** The members of the team who speak, and the one who is quoted, are looked up . */
const meets = (...userIDs: string[]) => ["messenger <- roster.meet", { groupID: TEAM, userIDs }] as const;
const notice = ["notices <- notice.add", { notice: { tone: "error", key: "getHistoryFailed" } }] as const;

/** The messages of the team, in which Ben writes. */
export const historyModel: ChartModel<typeof historyMachine> = {
  chart: "history",
  machine: historyMachine,
  input: { conversationID: CHAT, parent: deafParent, outbox: deafParent, roster: deafParent },
  events: {
    "im.messages a new one": {
      type: "im.messages",
      messages: [aMessage({ ...HERE, seq: 3000, clientMsgID: "new", sendTime: 9e12 })],
    },
    "im.revoked": {
      type: "im.revoked",
      clientMsgID: `message-${FIRST}`,
      revoker: { userID: ANNA, nickname: "Anna" },
      sender: { userID: ANNA, nickname: "Anna" },
    },
    "im.deleted": { type: "im.deleted", clientMsgID: `message-${FIRST}` },
    "im.read": { type: "im.read", clientMsgIDs: [`message-${FIRST}`] },
    "im.syncFinished": { type: "im.syncFinished" },
    "outbox.begun": (_, around) => (around === "" ? { type: "outbox.begun" } : null),
    "outbox.begun again": (_, around) => (around === "failed" ? { type: "outbox.begun" } : null),
    "outbox.message made": (_, around) =>
      around === "sending" ? { type: "outbox.message", message: MADE } : null,
    "outbox.message failed": (_, around) =>
      around === "sending" ? { type: "outbox.message", message: FAILED } : null,
    "outbox.message sent": (_, around) =>
      around === "made" ? { type: "outbox.message", message: SENT } : null,
    "outbox.dropped": (_, around) =>
      around === "failed" ? { type: "outbox.dropped", clientMsgID: SENDING.clientMsgID } : null,
    "user.loadOlder": { type: "user.loadOlder" },
    "user.loadNewer": { type: "user.loadNewer" },
    "user.jumpToLatest": { type: "user.jumpToLatest" },
    "user.retryHistory": { type: "user.retryHistory" },
  },
  answers: {
    openHistory: {
      done: {
        "more before it": () => page(texts(COUNT, FIRST), null, false),
        everything: () => page(texts(3, FIRST), null, true),
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
    const message = UNDER_WAY[around];
    const isBack = label === "user.jumpToLatest" || (label.startsWith("loadNewer") && !isDetached(value));
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
      messages.some(({ content }) => content.type === "revoked"),
    ].join(),
  phase: ({ context: { messages } }) => `${messages.length === 0}`,
  around: {
    start: "",
    after(around, label) {
      if (label.startsWith("outbox.begun")) return "sending";
      if (label.startsWith("outbox.message")) return label.slice("outbox.message ".length);
      return label === "outbox.dropped" ? "dropped" : around;
    },
  },
  isRest: ({ value }) => value.past === "idle" && isLive(value),

  opens: () => ({ world: aWorld({ conversations: [aGroupConversation()], messages: texts(3) }) }),
  prepare(ports) {
    ports.hold("im.createMessage", "im.sendMessage", "im.deleteMessage");
    viewport.height = SCREEN;
  },
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "messenger", "conversation", "history"),
  calls: {
    openHistory: "im.loadOlder",
    loadOlder: "im.loadOlder",
    catchUp: "im.loadOlder",
    loadNewer: "im.loadNewer",
  },
  logged: ["catchUp"],
  tells: ["notices <- notice.add", "messenger <- roster.meet", "messenger <- outbox.follow"],
  // The conversation list introduces Anna, who is the last in its row.
  isOwn: ({ call, input }) => call !== "messenger <- roster.meet" || !JSON.stringify(input).includes(ANNA),
  stimuli: {
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
    "user.jumpToLatest": press("button: To the newest message"),
    "user.retryHistory": press("button: Retry"),
  },
  pressable: (label, { context: { messages } }) => label !== "user.loadOlder" || messages.length > 0,
  reads: ({ value, context }, { app }) => ({
    ...value,
    messages: shown(context.messages),
    // Whoever decides what was read knows the same.
    read: shown(
      childOf(app, "session", "messenger", "conversation", "reading")?.getSnapshot().context.messages,
    ),
  }),
  rows: {
    "past.opening": ({ snapshot: { context } }) => ({
      asks: [["im.loadOlder", { conversationID: CHAT, cursor: null, count: COUNT }]],
      reads: { past: "opening", messages: shown(context.messages), read: shown(context.messages) },
      sees: context.messages.length > 0 ? ["status: Loading earlier messages"] : ["text: Loading"],
    }),
    "past.idle": ({ snapshot: { context } }) => ({
      reads: { past: "idle", messages: shown(context.messages), read: shown(context.messages) },
      sees: context.messages.length > 0 ? ["button: Earlier messages"] : [],
    }),
    "past.loadingOlder": ({ snapshot: { context } }) => ({
      asks: [["im.loadOlder", { conversationID: CHAT, cursor: oldest(context.messages), count: COUNT }]],
      reads: { past: "loadingOlder", messages: shown(context.messages), read: shown(context.messages) },
      sees: context.messages.length > 0 ? ["status: Loading earlier messages"] : [],
    }),
    "past.exhausted": ({ snapshot: { context } }) => ({
      reads: { past: "exhausted", messages: shown(context.messages), read: shown(context.messages) },
      sees: [
        context.messages.length > 0 ? "text: This is where it began" : "text: No messages yet",
        "!button: Earlier messages",
      ],
    }),
    "past.failed": ({ snapshot: { context } }) => ({
      reads: { past: "failed", messages: shown(context.messages), read: shown(context.messages) },
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
    "tail.detached.idle": {
      reads: { tail: { detached: "idle" } },
      sees: ["button: To the newest message", "button: Load more"],
    },
    "tail.detached.loadingNewer": ({ snapshot: { context } }) => ({
      asks: [["im.loadNewer", { conversationID: CHAT, cursor: newest(context.messages), count: COUNT }]],
      reads: { tail: { detached: "loadingNewer" } },
      sees: ["button: To the newest message"],
    }),
  },
  leads: {
    "*": {
      "im.revoked": STAYS,
      "im.deleted": STAYS,
      "im.read": STAYS,
      "outbox.dropped": STAYS,
    },
    "past.*": {
      "outbox.begun": opensAnew,
      "outbox.begun again": opensAnew,
      "user.jumpToLatest": opensAnew,
    },
    "past.opening": {
      "openHistory done (more before it)": "past.idle",
      "openHistory done (everything)": "past.exhausted",
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
    // Its beginning is no longer in sight when newer messages push it out.
    "past.exhausted": {
      "loadNewer done": pushesOutOldest,
      "loadNewer done (up to the newest)": pushesOutOldest,
    },
    "past.failed": {
      "user.retryHistory": ({ context }) =>
        context.messages.length === 0 ? "past.opening" : "past.loadingOlder",
    },
    "tail.*": {
      "loadOlder done": pushesOut(COUNT),
      "loadOlder done (the first one)": pushesOut(3),
      "loadOlder done (too much for the window)": pushesOut(390),
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
      "catchUp failed (network)": "tail.attached.live",
    },
    "tail.detached.*": {
      "outbox.begun": "tail.attached.live",
      "outbox.begun again": "tail.attached.live",
      "user.jumpToLatest": "tail.attached.live",
    },
    "tail.detached.idle": { "user.loadNewer": "tail.detached.loadingNewer" },
    "tail.detached.loadingNewer": {
      "loadNewer done": "tail.detached.idle",
      "loadNewer done (from another place)": "tail.detached.idle",
      "loadNewer done (up to the newest)": "tail.attached.live",
      "loadNewer failed (network)": "tail.detached.idle",
    },
  },
  told({ label, before, after: { value, context } }) {
    const fresh = context.messages.filter((message) => !before.context.messages.includes(message));
    return [
      ...(label.includes("failed (") && !label.startsWith("catchUp") ? [notice] : []),
      // What waited behind the past is asked for.
      ...(isDetached(before.value) && !isDetached(value)
        ? [["messenger <- outbox.follow", { conversationID: CHAT }] as const]
        : []),
      // Ben's come in pages, mine by themselves.
      ...introduced(fresh.filter(({ sendID }) => sendID === BEN)),
      ...introduced(fresh.filter(({ sendID }) => sendID === ME)),
    ];
  },
  noise: {
    "messages of another chat": ({ ports }) =>
      ports.emit.messages({
        type: "im.messages",
        messages: [aMessage({ clientMsgID: "foreign", conversationID: "si_other" })],
      }),
    "news of messages nobody knows": ({ ports }) => {
      ports.emit.messages({ type: "im.deleted", clientMsgID: "unknown" });
      ports.emit.messages({ type: "im.read", clientMsgIDs: ["unknown"] });
      ports.emit.messages({
        type: "im.revoked",
        clientMsgID: "unknown",
        revoker: { userID: ANNA, nickname: "Anna" },
        sender: { userID: ANNA, nickname: "Anna" },
      });
    },
    "the newest message once more": {
      when: ({ value, context }) => isLive(value) && context.messages.length > 0,
      make: ({ app, ports }) => {
        const history = childOf(app, "session", "messenger", "conversation", "history");
        const messages: readonly Message[] = history?.getSnapshot().context.messages ?? [];
        // Without its group: to meet somebody twice is noise for the roster.
        const twice = messages.slice(-1).map((message) => ({ ...message, groupID: "" }));
        ports.emit.messages({ type: "im.messages", messages: twice });
      },
    },
  },
};

type History = SnapshotOf<typeof historyMachine>;

/** The people whose words are new here, as far as their group is known. */
function introduced(messages: readonly Message[]) {
  if (messages.every(({ groupID }) => groupID === "")) return [];
  return [meets(...new Set(messages.map(({ sendID }) => sendID)))];
}

/** One line a message, oldest first. */
function shown(messages: readonly Message[]): string[] {
  return messages.map(({ clientMsgID, content, isRead }) =>
    [clientMsgID, content.type === "revoked" ? "revoked" : "", isRead ? "read" : ""].join(" "),
  );
}

/** The words of the newest message. */
function newestSeen(messages: readonly Message[]): string[] {
  const newest = messages.at(-1)?.content;
  return newest?.type === "text" && messages.length * ROW < SCREEN ? [`text: ${newest.text}`] : [];
}

/** The person writes; the outbox reports the message as on its way. */
function sendHi({ app }: Stage): void {
  const composer = childOf(app, "session", "messenger", "conversation", "composer");
  composer?.send({ type: "user.type", text: "Out" });
  composer?.send({ type: "user.send" });
}

/** An older page that does not fit with all there is detaches the window from the newest messages. */
function pushesOut(count: number) {
  return ({ value, context: { messages } }: History): string | null => {
    const ids = new Set([...before(messages, count), ...messages].map(({ clientMsgID }) => clientMsgID));
    return ids.size > WINDOW && !isDetached(value) ? "tail.detached.idle" : null;
  };
}

/** A newer page does, too, at the other end. */
function pushesOutOldest({ context: { messages } }: History): string | null {
  return messages.length + COUNT > WINDOW ? "past.idle" : null;
}

/** A window that lies in the past does not show what one sends: the newest messages are fetched. */
function opensAnew({ value }: History): string | null {
  return isDetached(value) ? "past.opening" : null;
}

function isDetached({ tail }: History["value"]): boolean {
  return "detached" in tail;
}

function isLive({ tail }: History["value"]): boolean {
  return "attached" in tail && tail.attached === "live";
}
