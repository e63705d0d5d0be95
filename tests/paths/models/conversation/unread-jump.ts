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
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
/** Thirty messages are unread, up to seq 100. */
const UNREAD = 30;
const NEWEST_SEQ = 100;
const FIRST_SEQ = 71;
const FIRST = `message-${FIRST_SEQ}`;
/** The first unread message while 71 to 74 are missing, and after 71 is deleted. */
const BEHIND_GAP = "message-75";
const AFTER_DELETED = "message-72";
const NEWEST = someMessages(20, 81);
const OLDER = someMessages(20, 61);
const MISSING = OLDER.filter(({ seq }) => seq >= FIRST_SEQ && seq < 75);
const UNPLACED = "";

const PLACED: Readonly<Record<string, readonly [string, number]>> = {
  "readState.placed": [FIRST, FIRST_SEQ],
  "readState.placed behind a gap": [BEHIND_GAP, 75],
  "readState.placed earlier": [FIRST, FIRST_SEQ],
  "readState.placed later": [AFTER_DELETED, 72],
};

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
    "readState.rest at it": (_, placedID) =>
      placedID === UNPLACED ? null : { type: "readState.rest", isSeen: true },
    "readState.placed": (_, placedID) => placedAfter(UNPLACED, placedID, "readState.placed"),
    "readState.placed behind a gap": (_, placedID) =>
      placedAfter(UNPLACED, placedID, "readState.placed behind a gap"),
    "readState.placed earlier": (_, placedID) =>
      placedAfter(BEHIND_GAP, placedID, "readState.placed earlier"),
    "readState.placed later": (_, placedID) => placedAfter(FIRST, placedID, "readState.placed later"),
    "user.jumpToUnread": { type: "user.jumpToUnread" },
  },
  answers: {
    loadFrom: {
      done: { "it and more": () => [...FOUND], "only mine": () => [MINE], nothing: () => [] },
      failed: ["network"],
    },
  },
  key: ({ context }) => `${context.placed?.clientMsgID}`,
  around: {
    start: UNPLACED,
    after: (placedID, label) => PLACED[label]?.[0] ?? placedID,
    key: (placedID) => placedID,
  },
  isRest: ({ value }) => value === "over" || value === "seen",

  opens: () => ({
    world: aWorld({
      conversations: [aConversation({ unreadCount: UNREAD, latestMsg: aMessage({ seq: NEWEST_SEQ }) })],
    }),
    answers: { "im.loginStatus": () => "loggedIn", "im.loadAround": () => new Promise(() => {}) },
  }),
  prepare: (ports) => ports.hold("im.loadOlder", "im.fillGaps"),
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
    "readState.rest at it": (stage) => rest(stage, FIRST, BEHIND_GAP, AFTER_DELETED),
    "readState.placed": (stage) => loadOlder(stage, OLDER),
    "readState.placed behind a gap": (stage) =>
      loadOlder(
        stage,
        OLDER.filter((message) => !MISSING.includes(message)),
      ),
    "readState.placed earlier": ({ ports }) => ports.resolve("im.fillGaps", MISSING),
    "readState.placed later": ({ ports }) => ports.emit.messages({ type: "im.deleted", clientMsgID: FIRST }),
  },
  press: { "user.jumpToUnread": press(PILL) },
  pressable: (label, { value }) =>
    label !== "user.jumpToUnread" || value === "offered" || value === "loading",
  reads: ({ value, context }) => ({ state: value, placed: context.placed?.clientMsgID ?? UNPLACED }),
  rows: {
    opening: (moment) => ({ ...HIDDEN, reads: readsAt("opening", moment) }),
    offered: (moment) => ({ sees: [PILL], reads: readsAt("offered", moment) }),
    loading: (moment) => ({
      asks: [["im.loadFrom", { conversationID: CHAT, seq: FIRST_SEQ, count: 20, until: NEWEST_SEQ }]],
      sees: [LOADING],
      reads: readsAt("loading", moment),
    }),
    seen: (moment) => ({ ...HIDDEN, reads: readsAt("seen", moment) }),
    over: (moment) => ({ ...HIDDEN, reads: readsAt("over", moment) }),
  },
  leads: {
    "*": Object.fromEntries(Object.keys(PLACED).map((label) => [label, STAYS])),
    opening: {
      "readState.rest below it": ({ context }, placedID) =>
        context.seq === 0 && placedID === UNPLACED ? STAYS : "offered",
      "readState.rest at it": "seen",
    },
    offered: {
      "readState.rest at it": "seen",
      "user.jumpToUnread": (_, placedID) => (placedID === UNPLACED ? "loading" : "over"),
    },
    loading: {
      "readState.rest at it": "seen",
      "loadFrom done (it and more)": "over",
      "loadFrom done (only mine)": "over",
      "loadFrom done (nothing)": "over",
      "loadFrom failed (network)": "offered",
    },
    seen: { "readState.placed earlier": "opening" },
    over: {},
  },
  told({ label, before, aroundBefore }) {
    if (label === "loadFrom done (it and more)") return [found(AFTER_DELETED)];
    if (label === "user.jumpToUnread" && before.value === "offered" && aroundBefore !== UNPLACED)
      return [found(aroundBefore)];
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
  events: {
    ...unreadJumpModel.events,
    // Without a seq, the line cannot stand behind a gap.
    "readState.placed behind a gap": () => null,
    "readState.placed later": () => null,
  },
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

function placedAfter(before: string, placedID: string, label: string) {
  const [clientMsgID = "", seq = 0] = PLACED[label] ?? [];
  return placedID === before ? { type: "readState.placed" as const, clientMsgID, seq } : null;
}

async function loadOlder({ app, ports, settle }: Stage, messages: Message[]): Promise<void> {
  childOf(app, "session", "signedIn", "conversation", "history")?.send({ type: "user.loadOlder" });
  await settle();
  ports.resolve("im.loadOlder", { messages, cursor: "message-81", isEnd: false });
}

function readsAt(state: string, { step }: Moment<typeof unreadJumpMachine>) {
  return { state, placed: step?.around ?? UNPLACED };
}

function rest({ app }: Stage, ...inSight: string[]): void {
  childOf(app, "session", "signedIn", "conversation", "readState")?.send({ type: "user.rest", inSight });
}
