import { disappearingMessagesMachine } from "../../../../machines/conversation/disappearing-messages.ts";
import type { Conversation, ConversationListEvent } from "../../../../machines/domain/conversation.ts";
import { ANNA, aConversation, aMessage, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import { STAYS } from "../../leads.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
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
    "im.met one of mine": { type: "im.met", messages: [MINE] },
    "im.met one of mine, read": { type: "im.met", messages: [{ ...MINE, isRead: true }] },
    "im.met Anna's, read an hour ago": {
      type: "im.met",
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
  key: ({ context: { fuses, next } }) => JSON.stringify([fuses.map(stateOf), next && stateOf(next)]),
  phase: ({ context: { fuses } }) => String(fuses.filter(({ readAt }) => readAt !== null).length),
  around: { start: JSON.stringify(nothingYet()), after: follow, key: () => "" },
  // The clock of the traversal stands still, so messages become overdue only in the running app.
  cannot: (label, around) =>
    label === "page.visible" && ledger(around).fuses.some(isOverdueBy(ledger(around).time)),
  isRest: ({ value }) => value === "cold",

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
    fuses: context.fuses.map(({ clientMsgID, readAt }) => [
      clientMsgID,
      readAt === null ? null : readAt - NOON,
    ]),
  }),
  rows: {
    cold: ({ step }) => ({ reads: { state: "cold", fuses: fusesIn(step?.around) } }),
    smouldering: ({ step }) => ({ reads: { state: "smouldering", fuses: fusesIn(step?.around) } }),
    burning: ({ step }) => ({
      asks: [["im.burnMessage", { conversationID: CHAT, clientMsgID: ledger(step?.around).burning }]],
      reads: { state: "burning", fuses: fusesIn(step?.around) },
    }),
    cooling: ({ step }) => ({ reads: { state: "cooling", fuses: fusesIn(step?.around) } }),
  },
  told: ({ around }) =>
    ledger(around).kept.map(([clientMsgID, at]) => [
      "im.keepReadTime",
      { conversationID: CHAT, clientMsgID, readAt: NOON + at },
    ]),
  leads: {
    "*": {
      "im.messages from Anna": STAYS,
      "im.met one of mine": STAYS,
      "im.met one of mine, read": STAYS,
      "im.met Anna's, read an hour ago": STAYS,
      "im.conversations with Anna's, read": STAYS,
      "im.conversations with Anna's, unread": STAYS,
      "im.read mine": STAYS,
      "im.read mine, an hour ago": STAYS,
      "im.deleted mine": STAYS,
      "im.revoked Anna's": STAYS,
    },
    cold: {
      "im.met one of mine, read": "smouldering",
      "im.met Anna's, read an hour ago": "smouldering",
      "im.conversations with Anna's, read": "smouldering",
      "im.read mine": ({ context }) => (context.fuses.some(isCalled("mine")) ? "smouldering" : null),
      "im.read mine, an hour ago": ({ context }) =>
        context.fuses.some(isCalled("mine")) ? "smouldering" : null,
    },
    smouldering: {
      "after untilDue": "burning",
      "im.deleted mine": (snapshot) => (isAllThatBurns(snapshot, "mine") ? "cold" : STAYS),
      "im.revoked Anna's": (snapshot) => (isAllThatBurns(snapshot, "hers") ? "cold" : STAYS),
      "page.visible": ({ context }) => (context.fuses.some(isReadAnHourAgo) ? "burning" : "smouldering"),
    },
    burning: {
      "burnMessage done": ({ context }) => (context.fuses.some(isRead) ? "smouldering" : "cold"),
      "burnMessage failed (network)": "cooling",
    },
    cooling: {
      "after burnRetryDelay": ({ context }) => (context.fuses.some(isRead) ? "smouldering" : "cold"),
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
        type: "im.met",
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
type Fuse = Burning["context"]["fuses"][number];

function stateOf({ clientMsgID, readAt, isKept }: Fuse) {
  return [clientMsgID, readAt, isKept];
}

function isRead({ readAt }: Fuse): boolean {
  return readAt !== null;
}

function isReadAnHourAgo({ readAt }: Fuse): boolean {
  return readAt === NOON - HOUR;
}

function isCalled(clientMsgID: string) {
  return (fuse: Fuse) => fuse.clientMsgID === clientMsgID;
}

function isAllThatBurns({ context: { fuses } }: Burning, clientMsgID: string): boolean {
  return fuses.filter(isRead).every(isCalled(clientMsgID));
}

/** What happened according to the labels; times are in milliseconds after noon. */
interface Ledger {
  time: number;
  /** The read time of each message in order of arrival; null while unread. */
  fuses: (readonly [id: string, readAt: number | null])[];
  burning: string | null;
  isCooling: boolean;
  /** The read time of the message that is being removed. */
  burningSince: number;
  /** The read times that the last step stored. */
  kept: (readonly [id: string, readAt: number])[];
}

function nothingYet(): Ledger {
  return { time: 0, fuses: [], burning: null, isCooling: false, burningSince: 0, kept: [] };
}

function ledger(around: string | undefined): Ledger {
  return around === undefined ? nothingYet() : JSON.parse(around);
}

function isOverdueBy(time: number) {
  return ([, readAt]: readonly [string, number | null]) =>
    readAt !== null && readAt >= 0 && readAt + TEN_SECONDS <= time;
}

function fusesIn(around: string | undefined) {
  return ledger(around).fuses;
}

function follow(around: string, label: string): string {
  const before = ledger(around);
  const { time } = before;
  const known = new Map(before.fuses);
  const after: Ledger = { ...before, kept: [] };
  const put = (id: string, readAt: number | null) => {
    known.set(id, readAt);
    after.fuses = [...known];
  };
  const drop = (id: string) => {
    known.delete(id);
    after.fuses = [...known];
  };
  const read = (id: string, isWritten: boolean) => {
    if ((known.get(id) ?? null) !== null) return;
    put(id, time);
    if (!isWritten) after.kept = [[id, time]];
  };
  const take = () => {
    const [first = ""] = [...known].filter(([, at]) => at !== null).sort(byTime)[0] ?? [];
    after.burning = first;
    after.burningSince = known.get(first) ?? 0;
    drop(first);
  };
  switch (label) {
    case "im.messages from Anna":
    case "im.conversations with Anna's, unread":
      if (!known.has("hers")) put("hers", null);
      break;
    case "im.met one of mine":
      if (!known.has("mine")) put("mine", null);
      break;
    case "im.met one of mine, read":
      read("mine", false);
      break;
    case "im.met Anna's, read an hour ago":
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
      if (!before.isCooling && before.burning === null && [...known.values()].includes(-HOUR)) take();
      break;
    case "after untilDue":
      after.time += TEN_SECONDS;
      take();
      break;
    case "burnMessage done":
      after.burning = null;
      break;
    case "burnMessage failed (network)":
      known.delete(before.burning ?? "");
      after.fuses = [[before.burning ?? "", before.burningSince], ...known];
      after.burning = null;
      after.isCooling = true;
      break;
    case "after burnRetryDelay":
      after.time += FIVE_SECONDS;
      after.isCooling = false;
      break;
  }
  return JSON.stringify(after);
}

function byTime([, a]: readonly [string, number | null], [, b]: readonly [string, number | null]): number {
  return (a ?? 0) - (b ?? 0);
}
