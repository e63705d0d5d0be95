import { groupNoticesMachine } from "../../../../machines/calls/group-notices.ts";
import type { GroupCallNotice } from "../../../../machines/domain/call.ts";
import { aWorld, TEAM } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { inUnitTests } from "../excuses.ts";
import { callManagerOf } from "./call-parts.ts";

const SEND = "groupNotices.send";
const DOUBTFUL = `${SEND} over if last`;
const LAST = "askIfLast done (last)";
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
  /** Whether it is asked if this user was the last in the room of the team's call. */
  doubt: "not yet" | "asking" | "settled";
}

const BLANK = JSON.stringify({ waiting: [], is: "idle", sent: 0, doubt: "not yet" } satisfies Ledger);

type Snapshot = SnapshotOf<typeof groupNoticesMachine>;

/** 11-40: the group gets a message about its call. */
export const groupNoticesModel: ChartModel<typeof groupNoticesMachine> = {
  chart: "groupNotices",
  machine: groupNoticesMachine,
  input: undefined,
  events: {
    [`${SEND} on`]: (_, page) => (page === BLANK ? { type: SEND, ...MESSAGES.on } : null),
    [`${SEND} over`]: (_, page) => (mayEnd(page) ? { type: SEND, ...MESSAGES.over } : null),
    [DOUBTFUL]: (_, page) => (mayEnd(page) ? { type: SEND, ...MESSAGES.over, ifLast: true } : null),
    [`${SEND} other`]: (_, page) => (read(page).sent === 1 ? { type: SEND, ...MESSAGES.other } : null),
  },
  answers: {
    send: { failed: ["network", "groupMuted"] },
    askIfLast: { done: { last: () => true, "not last": () => false }, failed: ["unknown"] },
  },
  around: { start: BLANK, after: (page, label) => JSON.stringify(after(read(page), label)) },
  cannot: (label, page) => label === "send failed (network)" && isRepetition(read(page)),
  isRest: ({ value: { sending, doubts } }) => sending === "idle" && doubts === "none",

  opens: () => ({ world: aWorld() }),
  actor: (app) => callManagerOf(app, "groupNotices"),
  calls: { send: "im.sendGroupCallNotice", askIfLast: "media.wasLast" },
  tells: ["toasts <- toast.add"],
  logged: ["send", "askIfLast"],
  // The longest of the pauses of 1, 2, 4, 8, 16 and 32 seconds. Nothing else happens in them.
  delays: { retryPause: 32_000 },
  stimuli: {
    [`${SEND} on`]: ({ app }) => callManagerOf(app)?.send({ type: "call.notice", ...MESSAGES.on }),
    [`${SEND} over`]: ({ app }) => callManagerOf(app)?.send({ type: "call.notice", ...MESSAGES.over }),
    [`${SEND} other`]: ({ app }) => callManagerOf(app)?.send({ type: "call.notice", ...MESSAGES.other }),
    [DOUBTFUL]: ({ app }) =>
      callManagerOf(app)?.send({ type: "call.notice", ...MESSAGES.over, ifLast: true }),
  },
  reads: ({ value, context }) => ({
    is: value.sending,
    doubts: value.doubts,
    doubtful: context.doubtful,
    waiting: context.queue.map(({ groupID, notice, failures }) => [groupID, notice.state, failures]),
  }),
  rows: {
    "sending.idle": ({ step }) => ({ reads: { is: "idle", ...shown(step?.around) } }),
    "sending.sending": ({ step }) => ({
      asks: [sends(read(step?.around))],
      reads: { is: "sending", ...shown(step?.around) },
    }),
    "sending.pausing": ({ step }) => ({ reads: { is: "pausing", ...shown(step?.around) } }),
    "doubts.none": { reads: { doubts: "none", doubtful: [] } },
    "doubts.asking": {
      asks: [["media.wasLast", { roomID: ROOM }]],
      reads: { doubts: "asking", doubtful: [MESSAGES.over] },
    },
  },
  leads: {
    "sending.idle": {
      [`${SEND} on`]: "sending.sending",
      [`${SEND} over`]: "sending.sending",
      [`${SEND} other`]: "sending.sending",
      [LAST]: "sending.sending",
    },
    "sending.sending": {
      [`${SEND} over`]: STAYS,
      [`${SEND} other`]: STAYS,
      "send done": leads("send done"),
      "send failed (network)": leads("send failed (network)"),
      "send failed (groupMuted)": leads("send failed (groupMuted)"),
    },
    "sending.pausing": {
      [`${SEND} over`]: pauses(`${SEND} over`),
      [`${SEND} other`]: "sending.sending",
      [LAST]: pauses(LAST),
      "after retryPause": "sending.sending",
    },
    "doubts.none": { [DOUBTFUL]: "doubts.asking" },
    "doubts.asking": {
      [LAST]: "doubts.none",
      "askIfLast done (not last)": "doubts.none",
      "askIfLast failed (unknown)": "doubts.none",
    },
  },
  told: ({ label, aroundBefore }) =>
    isGivenUp(read(aroundBefore), label) && read(aroundBefore).waiting[0]?.kind === "on"
      ? [["toasts <- toast.add", { toast: { tone: "error", key: "groupCall.untold" } }]]
      : [],
  excused: inUnitTests("group-call", "groupNotices | groupNotices.send #2"),
};

function after(ledger: Ledger, label: string): Ledger {
  const { waiting, sent } = ledger;
  const [first, ...others] = waiting;
  const kind = SENDS.get(label);
  if (kind) return adding({ ...ledger, sent: sent + 1 }, kind);
  if (label === DOUBTFUL) return { ...ledger, sent: sent + 1, doubt: "asking" };
  if (label.startsWith("askIfLast")) {
    const settled: Ledger = { ...ledger, doubt: "settled" };
    return label === LAST ? adding(settled, "over") : settled;
  }
  if (!first) return ledger;
  switch (label) {
    case "after retryPause":
      return { ...ledger, is: "sending" };
    case "send done":
      return choosing(ledger, others);
    default: {
      if (isGivenUp(ledger, label)) return choosing(ledger, others);
      const isOfGroup = (one: { kind: Kind }) => groupOf(one) === groupOf(first);
      const behind = others.filter((one) => !isOfGroup(one));
      const again = { ...first, failures: first.failures + 1 };
      return choosing(ledger, [...behind, again, ...others.filter(isOfGroup)]);
    }
  }
}

function adding(ledger: Ledger, kind: Kind): Ledger {
  const waiting = [...ledger.waiting, { kind, failures: 0 }];
  return ledger.is === "sending" ? { ...ledger, waiting } : choosing(ledger, waiting);
}

/** The group that failed least often is next. A message that failed waits. */
function choosing(ledger: Ledger, waiting: Ledger["waiting"]): Ledger {
  const [first] = waiting;
  if (!first) return { ...ledger, waiting, is: "idle" };
  const rival = waiting.find((one) => groupOf(one) !== groupOf(first));
  const next = rival && rival.failures < first.failures ? rival : first;
  return {
    ...ledger,
    waiting: [next, ...waiting.filter((one) => one !== next)],
    is: next.failures > 0 ? "pausing" : "sending",
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
  return (_: Snapshot, page: string) => `sending.${after(read(page), label).is}`;
}

function pauses(label: string) {
  return (_: Snapshot, page: string) =>
    after(read(page), label).is === "pausing" ? STAYS : "sending.sending";
}

/** Whether the team's call may end now. */
function mayEnd(page: string): boolean {
  const { sent, doubt } = read(page);
  return sent < 2 && doubt === "not yet";
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
