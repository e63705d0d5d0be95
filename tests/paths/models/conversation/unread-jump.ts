import { unreadJumpMachine } from "../../../../machines/conversation/unread-jump.ts";
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
import { press } from "../../gestures.ts";
import type { ChartModel, Row, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
/** Thirty messages are unread, up to seq 100. */
const UNREAD = 30;
const NEWEST_SEQ = 100;
const FIRST_SEQ = 71;
const FIRST = `message-${FIRST_SEQ}`;
const NEWEST = someMessages(20, 81);
const OLDER = someMessages(20, 61);

const MINE = aMessage({ seq: FIRST_SEQ, sendID: ME, clientMsgID: "mine" });
/** The server may return older messages, too. */
const FOUND: readonly Message[] = [aMessage({ seq: 70 }), MINE, aMessage({ seq: 72 })];

const LOADING = `button (busy): ${UNREAD} new messages`;
const PILL = `button: ${UNREAD} new messages Go to the first unread message`;
const FAILED: Wire = ["toasts <- toast.add", { toast: { tone: "error", key: "getHistoryFailed" } }];
const found = (clientMsgID: string): Wire => ["readState <- unreadJump.found", { clientMsgID }];

const HIDDEN: Row = { sees: [`!${PILL}`, `!${LOADING}`] };

/** The way to the first unread message, in a chat that opens at its newest page (4-61). */
export const unreadJumpModel: ChartModel<typeof unreadJumpMachine> = {
  chart: "unreadJump",
  machine: unreadJumpMachine,
  input: { conversationID: CHAT, userID: ME, parent: ignoringParent, count: UNREAD, seq: FIRST_SEQ },
  events: {
    "readState.rest below it": { type: "readState.rest", isSeen: false },
    "readState.rest at it": ({ context }) =>
      context.placedID === null ? null : { type: "readState.rest", isSeen: true },
    "readState.placed": ({ context }) =>
      context.placedID === null ? { type: "readState.placed", clientMsgID: FIRST } : null,
    "user.jumpToUnread": { type: "user.jumpToUnread" },
  },
  answers: {
    loadFrom: {
      done: { "it and more": () => [...FOUND], "only mine": () => [MINE], nothing: () => [] },
      failed: ["network"],
    },
  },
  key: ({ context }) => `${context.placedID}`,
  isRest: ({ value }) => value === "over",

  opens: () => ({
    world: aWorld({
      conversations: [aConversation({ unreadCount: UNREAD, latestMsg: aMessage({ seq: NEWEST_SEQ }) })],
    }),
    answers: { "im.loginStatus": () => "loggedIn", "im.loadAround": () => new Promise(() => {}) },
  }),
  prepare: (ports) => ports.hold("im.loadOlder"),
  async begin(stage) {
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
    await stage.act(() =>
      stage.ports.resolve("im.loadOlder", { messages: NEWEST, cursor: null, isEnd: false }),
    );
  },
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "readState", "unreadJump"),
  calls: { loadFrom: "im.loadFrom" },
  tells: ["readState <- unreadJump.found", "toasts <- toast.add"],
  logged: ["loadFrom"],
  stimuli: {
    "readState.rest below it": (stage) => rest(stage, "message-100"),
    "readState.rest at it": (stage) => rest(stage, FIRST),
    "readState.placed": async ({ app, ports, settle }) => {
      childOf(app, "session", "signedIn", "conversation", "history")?.send({ type: "user.loadOlder" });
      await settle();
      ports.resolve("im.loadOlder", { messages: OLDER, cursor: "message-81", isEnd: false });
    },
  },
  press: { "user.jumpToUnread": press(PILL) },
  pressable: (label, { value }) =>
    label !== "user.jumpToUnread" || value === "offered" || value === "loading",
  reads: ({ value, context }) => ({ state: value, placed: context.placedID }),
  rows: {
    opening: ({ snapshot }) => ({ ...HIDDEN, reads: readsAt("opening", snapshot.context.placedID) }),
    offered: ({ snapshot }) => ({
      sees: [PILL],
      reads: readsAt("offered", snapshot.context.placedID),
    }),
    loading: ({ snapshot }) => ({
      asks: [["im.loadFrom", { conversationID: CHAT, seq: FIRST_SEQ, count: 20, until: NEWEST_SEQ }]],
      sees: [LOADING],
      reads: readsAt("loading", snapshot.context.placedID),
    }),
    over: ({ snapshot }) => ({ ...HIDDEN, reads: readsAt("over", snapshot.context.placedID) }),
  },
  leads: {
    "*": { "readState.placed": STAYS },
    opening: {
      "readState.rest below it": ({ context }) =>
        context.seq === 0 && context.placedID === null ? STAYS : "offered",
      "readState.rest at it": "over",
    },
    offered: {
      "readState.rest at it": "over",
      "user.jumpToUnread": ({ context }) => (context.placedID === null ? "loading" : "over"),
    },
    loading: {
      "readState.rest at it": "over",
      "loadFrom done (it and more)": "over",
      "loadFrom done (only mine)": "over",
      "loadFrom done (nothing)": "over",
      "loadFrom failed (network)": "offered",
    },
    over: {},
  },
  told({ label, before }) {
    if (label === "loadFrom done (it and more)") return [found("message-72")];
    if (label === "user.jumpToUnread" && before.value === "offered" && before.context.placedID !== null)
      return [found(FIRST)];
    return label.startsWith("loadFrom") ? [FAILED] : [];
  },
  noise: {
    "a new message": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 101 })] }),
  },
};

/** The seq of the newest message is unknown, so the first unread message has to be loaded by scrolling. */
export const unreadJumpUnknownModel: ChartModel<typeof unreadJumpMachine> = {
  ...unreadJumpModel,
  input: { conversationID: CHAT, userID: ME, parent: ignoringParent, count: UNREAD, seq: 0 },
  answers: {},
  opens: () => ({
    ...unreadJumpModel.opens(),
    world: aWorld({
      conversations: [
        aConversation({ unreadCount: UNREAD, latestMsg: aMessage({ seq: NEWEST_SEQ, status: "sent" }) }),
      ].map((row) => ({ ...row, latestMsg: aMessage({ seq: 0, sendTime: row.latestMsgSendTime }) })),
    }),
  }),
  unreachable: { loading: "the other model of this chart leads there" },
};

function readsAt(state: string, placed: string | null) {
  return { state, placed };
}

function rest({ app }: Stage, inSight: string): void {
  childOf(app, "session", "signedIn", "conversation", "readState")?.send({
    type: "user.rest",
    inSight: [inSight],
  });
}
