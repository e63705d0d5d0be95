import { disappearingMessagesMachine } from "../../../../machines/conversation/disappearing-messages.ts";
import type { Conversation, ConversationListEvent } from "../../../../machines/domain/conversation.ts";
import { ANNA, aConversation, aMessage, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const CHAT = singleChatID(ANNA);
const TEN_SECONDS = 10_000;
const FIVE_SECONDS = 5000;
const HOUR = 3_600_000;
const UNREAD = { seconds: 10, readAt: null };

const HERS = aMessage({ clientMsgID: "hers", burn: UNREAD });
const MINE = aMessage({ clientMsgID: "mine", sendID: ME, recvID: ANNA, burn: UNREAD });
const me = { userID: ME, nickname: "Mia" };

const row = (
  changes: Partial<Conversation>,
): Extract<ConversationListEvent, { type: "im.conversations" }> => ({
  type: "im.conversations",
  conversations: [aConversation(changes)],
});

/**
 * Removes read messages when their time ends. The chart has no view, so the removals and their times are
 * checked.
 */
export const disappearingMessagesModel: ChartModel<typeof disappearingMessagesMachine> = {
  chart: "disappearingMessages",
  machine: disappearingMessagesMachine,
  input: { profile: { userID: ME }, clock: { newID: () => "", now: () => NOON } },
  events: {
    "im.messages from Anna": { type: "im.messages", messages: [HERS] },
    "im.burnSeen one of mine": { type: "im.burnSeen", messages: [MINE] },
    "im.burnSeen one of mine, read": { type: "im.burnSeen", messages: [{ ...MINE, isRead: true }] },
    "im.burnSeen Anna's, read an hour ago": {
      type: "im.burnSeen",
      messages: [{ ...HERS, isRead: true, burn: { seconds: 10, readAt: NOON - HOUR } }],
    },
    "im.conversations with Anna's, read": row({ latestMsg: HERS }),
    "im.conversations with Anna's, unread": row({ latestMsg: HERS, unreadCount: 1 }),
    "im.read mine": { type: "im.read", clientMsgIDs: ["mine"] },
    "im.read mine, an hour ago": { type: "im.read", clientMsgIDs: ["mine"], readAt: NOON - HOUR },
    "im.deleted mine": { type: "im.deleted", clientMsgID: "mine" },
    "im.revoked Anna's": { type: "im.revoked", clientMsgID: "hers", revoker: me, sender: me },
    "page.visible": { type: "page.visible" },
  },
  answers: { burnMessage: { failed: ["network"] } },
  key: ({ context: { timers, next } }) => JSON.stringify([timers.map(stateOf), next && stateOf(next)]),
  phase: ({ context: { timers } }) => String(timers.filter(({ readAt }) => readAt !== null).length),
  around: { start: JSON.stringify(nothingYet()), after: follow, key: () => "" },
  // The clock of the traversal stands still, so messages become overdue only in the running app.
  cannot: (label, around) =>
    label === "page.visible" && ledger(around).timers.some(isOverdueBy(ledger(around).time)),
  isRest: ({ value }) => value === "idle",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "signedIn", "disappearingMessages"),
  calls: { burnMessage: "im.burnMessage" },
  tells: ["im.keepReadTime"],
  logged: ["burnMessage"],
  delays: { untilDue: TEN_SECONDS, burnRetryDelay: FIVE_SECONDS },
  stimuli: {
    "page.visible": ({ ports }) => {
      ports.emit.page({ type: "page.hidden" });
      ports.emit.page({ type: "page.visible" });
    },
  },
  reads: ({ value, context }) => ({
    state: value,
    timers: context.timers.map(({ clientMsgID, readAt }) => [
      clientMsgID,
      readAt === null ? null : readAt - NOON,
    ]),
  }),
  rows: {
    idle: ({ step }) => ({ reads: { state: "idle", timers: timersIn(step?.around) } }),
    waiting: ({ step }) => ({ reads: { state: "waiting", timers: timersIn(step?.around) } }),
    deleting: ({ step }) => ({
      asks: [["im.burnMessage", { conversationID: CHAT, clientMsgID: ledger(step?.around).deleting }]],
      reads: { state: "deleting", timers: timersIn(step?.around) },
    }),
    pausing: ({ step }) => ({ reads: { state: "pausing", timers: timersIn(step?.around) } }),
  },
  told: ({ around }) =>
    ledger(around).kept.map(([clientMsgID, at]) => [
      "im.keepReadTime",
      { conversationID: CHAT, clientMsgID, readAt: NOON + at },
    ]),
  leads: {
    "*": {
      "im.messages from Anna": STAYS,
      "im.burnSeen one of mine": STAYS,
      "im.burnSeen one of mine, read": STAYS,
      "im.burnSeen Anna's, read an hour ago": STAYS,
      "im.conversations with Anna's, read": STAYS,
      "im.conversations with Anna's, unread": STAYS,
      "im.read mine": STAYS,
      "im.read mine, an hour ago": STAYS,
      "im.deleted mine": STAYS,
      "im.revoked Anna's": STAYS,
    },
    idle: {
      "im.burnSeen one of mine, read": "waiting",
      "im.burnSeen Anna's, read an hour ago": "waiting",
      "im.conversations with Anna's, read": "waiting",
      "im.read mine": ({ context }) => (context.timers.some(isCalled("mine")) ? "waiting" : null),
      "im.read mine, an hour ago": ({ context }) =>
        context.timers.some(isCalled("mine")) ? "waiting" : null,
    },
    waiting: {
      "after untilDue": "deleting",
      "im.deleted mine": (snapshot) => (isAllThatBurns(snapshot, "mine") ? "idle" : STAYS),
      "im.revoked Anna's": (snapshot) => (isAllThatBurns(snapshot, "hers") ? "idle" : STAYS),
      "page.visible": ({ context }) => (context.timers.some(isReadAnHourAgo) ? "deleting" : "waiting"),
    },
    deleting: {
      "burnMessage done": ({ context }) => (context.timers.some(isRead) ? "waiting" : "idle"),
      "burnMessage failed (network)": "pausing",
    },
    pausing: {
      "after burnRetryDelay": ({ context }) => (context.timers.some(isRead) ? "waiting" : "idle"),
    },
  },
  noise: {
    "messages that do not disappear": ({ ports }) => {
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ clientMsgID: "plain" })] });
      ports.emit.messages({ type: "im.read", clientMsgIDs: ["plain"] });
      ports.emit.messages({ type: "im.deleted", clientMsgID: "plain" });
    },
    "a message on its way": ({ ports }) =>
      ports.emit.messages({
        type: "im.burnSeen",
        messages: [{ ...MINE, clientMsgID: "under way", status: "sending" }],
      }),
    "a read receipt for Anna's own message": ({ ports }) =>
      ports.emit.messages({ type: "im.read", clientMsgIDs: ["hers"] }),
    "reading another chat": ({ ports }) =>
      ports.emit.conversations(row({ conversationID: "si_other", latestMsg: null, latestMsgSendTime: NOON })),
    "an older version of the chat": ({ ports }) =>
      ports.emit.conversations(row({ latestMsg: null, latestMsgSendTime: HERS.sendTime - 1 })),
  },
  excused: helpersDoNotFail("readTimes"),
};

type Burning = SnapshotOf<typeof disappearingMessagesMachine>;
type BurnTimer = Burning["context"]["timers"][number];

function stateOf({ clientMsgID, readAt, isKept }: BurnTimer) {
  return [clientMsgID, readAt, isKept];
}

function isRead({ readAt }: BurnTimer): boolean {
  return readAt !== null;
}

function isReadAnHourAgo({ readAt }: BurnTimer): boolean {
  return readAt === NOON - HOUR;
}

function isCalled(clientMsgID: string) {
  return (timer: BurnTimer) => timer.clientMsgID === clientMsgID;
}

function isAllThatBurns({ context: { timers } }: Burning, clientMsgID: string): boolean {
  return timers.filter(isRead).every(isCalled(clientMsgID));
}

/** What happened according to the labels; times are in milliseconds after noon. */
interface Ledger {
  time: number;
  /** The read time of each message in order of arrival; null while unread. */
  timers: (readonly [id: string, readAt: number | null])[];
  deleting: string | null;
  isPausing: boolean;
  /** The read time of the message that is being removed. */
  deletingSince: number;
  /** The read times that the last step stored. */
  kept: (readonly [id: string, readAt: number])[];
}

function nothingYet(): Ledger {
  return { time: 0, timers: [], deleting: null, isPausing: false, deletingSince: 0, kept: [] };
}

function ledger(around: string | undefined): Ledger {
  return around === undefined ? nothingYet() : JSON.parse(around);
}

function isOverdueBy(time: number) {
  return ([, readAt]: readonly [string, number | null]) =>
    readAt !== null && readAt >= 0 && readAt + TEN_SECONDS <= time;
}

function timersIn(around: string | undefined) {
  return ledger(around).timers;
}

function follow(around: string, label: string): string {
  const before = ledger(around);
  const { time } = before;
  const known = new Map(before.timers);
  const after: Ledger = { ...before, kept: [] };
  const put = (id: string, readAt: number | null) => {
    known.set(id, readAt);
    after.timers = [...known];
  };
  const drop = (id: string) => {
    known.delete(id);
    after.timers = [...known];
  };
  const read = (id: string, isWritten: boolean) => {
    if ((known.get(id) ?? null) !== null) return;
    put(id, time);
    if (!isWritten) after.kept = [[id, time]];
  };
  const take = () => {
    const [first = ""] = [...known].filter(([, at]) => at !== null).sort(byTime)[0] ?? [];
    after.deleting = first;
    after.deletingSince = known.get(first) ?? 0;
    drop(first);
  };
  switch (label) {
    case "im.messages from Anna":
    case "im.conversations with Anna's, unread":
      if (!known.has("hers")) put("hers", null);
      break;
    case "im.burnSeen one of mine":
      if (!known.has("mine")) put("mine", null);
      break;
    case "im.burnSeen one of mine, read":
      read("mine", false);
      break;
    case "im.burnSeen Anna's, read an hour ago":
      put("hers", -HOUR);
      break;
    case "im.conversations with Anna's, read":
      read("hers", false);
      break;
    case "im.read mine":
      if (known.has("mine")) read("mine", true);
      break;
    case "im.read mine, an hour ago":
      if (known.get("mine") === null) put("mine", -HOUR);
      break;
    case "im.deleted mine":
      drop("mine");
      break;
    case "im.revoked Anna's":
      drop("hers");
      break;
    case "page.visible":
      if (!before.isPausing && before.deleting === null && [...known.values()].includes(-HOUR)) take();
      break;
    case "after untilDue":
      after.time += TEN_SECONDS;
      take();
      break;
    case "burnMessage done":
      after.deleting = null;
      break;
    case "burnMessage failed (network)":
      known.delete(before.deleting ?? "");
      after.timers = [[before.deleting ?? "", before.deletingSince], ...known];
      after.deleting = null;
      after.isPausing = true;
      break;
    case "after burnRetryDelay":
      after.time += FIVE_SECONDS;
      after.isPausing = false;
      break;
  }
  return JSON.stringify(after);
}

function byTime([, a]: readonly [string, number | null], [, b]: readonly [string, number | null]): number {
  return (a ?? 0) - (b ?? 0);
}
