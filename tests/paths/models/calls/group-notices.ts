import { groupNoticesMachine } from "../../../../machines/calls/group-notices.ts";
import type { GroupCallNotice } from "../../../../machines/domain/call.ts";
import { aWorld, TEAM } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { inUnitTests } from "../excuses.ts";
import { callManagerOf } from "./call-parts.ts";

const SEND = "groupNotices.send";
const ROOM = "1".repeat(32);
const ON: GroupCallNotice = { roomID: ROOM, mediaType: "voice", state: "on", invited: 2 };
const OVER: GroupCallNotice = { roomID: ROOM, mediaType: "voice", state: "over", durationSeconds: 7 };
/** A call of the team begins and ends; a call of another group ends. */
const MESSAGES = {
  on: { groupID: TEAM, notice: ON },
  over: { groupID: TEAM, notice: OVER },
  other: { groupID: "another", notice: OVER },
};
type Kind = keyof typeof MESSAGES;
/** How often a message is tried. */
const TRIES = { on: 2, over: 7, other: 7 };

/** Which messages wait, and how often each failed; the first is sent next. */
interface Ledger {
  waiting: readonly { kind: Kind; failures: number }[];
  is: "idle" | "sending" | "pausing";
  sent: number;
}

const BLANK = JSON.stringify({ waiting: [], is: "idle", sent: 0 } satisfies Ledger);

type Snapshot = SnapshotOf<typeof groupNoticesMachine>;

/** 11-40: the group gets a message about its call. */
export const groupNoticesModel: ChartModel<typeof groupNoticesMachine> = {
  chart: "groupNotices",
  machine: groupNoticesMachine,
  input: undefined,
  events: {
    [`${SEND} on`]: (_, page) => (page === BLANK ? { type: SEND, ...MESSAGES.on } : null),
    [`${SEND} over`]: (_, page) => (read(page).sent < 2 ? { type: SEND, ...MESSAGES.over } : null),
    [`${SEND} other`]: (_, page) => (read(page).sent === 1 ? { type: SEND, ...MESSAGES.other } : null),
  },
  answers: { send: { failed: ["network", "groupMuted"] } },
  around: { start: BLANK, after: (page, label) => JSON.stringify(after(read(page), label)) },
  cannot: (label, page) => label === "send failed (network)" && isRepetition(read(page)),
  isRest: ({ value }) => value === "idle",

  opens: () => ({ world: aWorld() }),
  actor: (app) => callManagerOf(app, "groupNotices"),
  calls: { send: "im.sendGroupCallNotice" },
  tells: ["toasts <- toast.add"],
  logged: ["send"],
  // The longest of the pauses of 1, 2, 4, 8, 16 and 32 seconds. Nothing else happens in them.
  delays: { retryPause: 32_000 },
  stimuli: {
    [`${SEND} on`]: ({ app }) => callManagerOf(app)?.send({ type: "call.notice", ...MESSAGES.on }),
    [`${SEND} over`]: ({ app }) => callManagerOf(app)?.send({ type: "call.notice", ...MESSAGES.over }),
    [`${SEND} other`]: ({ app }) => callManagerOf(app)?.send({ type: "call.notice", ...MESSAGES.other }),
  },
  reads: ({ value, context }) => ({
    is: value,
    waiting: context.queue.map(({ groupID, notice, failures }) => [groupID, notice.state, failures]),
  }),
  rows: {
    idle: ({ step }) => ({ reads: { is: "idle", ...shown(step?.around) } }),
    sending: ({ step }) => ({
      asks: [sends(read(step?.around))],
      reads: { is: "sending", ...shown(step?.around) },
    }),
    pausing: ({ step }) => ({ reads: { is: "pausing", ...shown(step?.around) } }),
  },
  leads: {
    idle: { [`${SEND} on`]: "sending", [`${SEND} over`]: "sending", [`${SEND} other`]: "sending" },
    sending: {
      [`${SEND} over`]: STAYS,
      [`${SEND} other`]: STAYS,
      "send done": leads("send done"),
      "send failed (network)": leads("send failed (network)"),
      "send failed (groupMuted)": leads("send failed (groupMuted)"),
    },
    pausing: {
      [`${SEND} over`]: (_, page) => (after(read(page), `${SEND} over`).is === "pausing" ? STAYS : "sending"),
      [`${SEND} other`]: "sending",
      "after retryPause": "sending",
    },
  },
  told: ({ label, aroundBefore }) =>
    isGivenUp(read(aroundBefore), label) && read(aroundBefore).waiting[0]?.kind === "on"
      ? [["toasts <- toast.add", { toast: { tone: "error", key: "groupCallUntold" } }]]
      : [],
  excused: inUnitTests("group-call", "groupNotices | groupNotices.send #1"),
};

function after(ledger: Ledger, label: string): Ledger {
  const { waiting, is, sent } = ledger;
  const [first, ...others] = waiting;
  const kind = SENDS.get(label);
  if (kind) {
    const all = [...waiting, { kind, failures: 0 }];
    return is === "sending" ? { ...ledger, waiting: all, sent: sent + 1 } : choosing(all, sent + 1);
  }
  if (!first) return ledger;
  switch (label) {
    case "after retryPause":
      return { ...ledger, is: "sending" };
    case "send done":
      return choosing(others, sent);
    default: {
      if (isGivenUp(ledger, label)) return choosing(others, sent);
      const isOfGroup = (one: { kind: Kind }) => groupOf(one) === groupOf(first);
      const behind = others.filter((one) => !isOfGroup(one));
      const again = { ...first, failures: first.failures + 1 };
      return choosing([...behind, again, ...others.filter(isOfGroup)], sent);
    }
  }
}

/** The group that failed least often is next. A message that failed waits. */
function choosing(waiting: Ledger["waiting"], sent: number): Ledger {
  const [first] = waiting;
  if (!first) return { waiting, is: "idle", sent };
  const rival = waiting.find((one) => groupOf(one) !== groupOf(first));
  const next = rival && rival.failures < first.failures ? rival : first;
  return {
    waiting: [next, ...waiting.filter((one) => one !== next)],
    is: next.failures > 0 ? "pausing" : "sending",
    sent,
  };
}

const SENDS = new Map<string, Kind>([
  [`${SEND} on`, "on"],
  [`${SEND} over`, "over"],
  [`${SEND} other`, "other"],
]);

/** Whether the first message is not sent again after this failure. */
function isGivenUp({ waiting: [first] }: Ledger, label: string): boolean {
  if (!first) return false;
  const isLastTry = first.failures + 1 >= TRIES[first.kind];
  return label === "send failed (groupMuted)" || (label === "send failed (network)" && isLastTry);
}

/** Whether two groups wait that both failed twice: more failures add nothing. */
function isRepetition({ waiting }: Ledger): boolean {
  return new Set(waiting.map(groupOf)).size > 1 && waiting.every(({ failures }) => failures > 1);
}

function leads(label: string) {
  return (_: Snapshot, page: string) => after(read(page), label).is;
}

function groupOf({ kind }: { kind: Kind }): string {
  return MESSAGES[kind].groupID;
}

function read(page = BLANK): Ledger {
  const ledger: Ledger = JSON.parse(page);
  return ledger;
}

function shown(page?: string) {
  return {
    waiting: read(page).waiting.map(({ kind, failures }) => {
      const { groupID, notice } = MESSAGES[kind];
      return [groupID, notice.state, failures];
    }),
  };
}

function sends({ waiting: [first] }: Ledger): Wire {
  if (!first) throw new Error("Nothing waits");
  return ["im.sendGroupCallNotice", MESSAGES[first.kind]];
}
