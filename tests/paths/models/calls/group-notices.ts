import { groupNoticesMachine } from "../../../../machines/calls/group-notices.ts";
import type { GroupCallNotice } from "../../../../machines/domain/call.ts";
import { aWorld, TEAM } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { callManagerOf } from "./call-parts.ts";

const SEND = "groupNotices.send";
const ROOM = "1".repeat(32);
const ON: GroupCallNotice = { roomID: ROOM, mediaType: "voice", state: "on", invited: 2 };
const OVER: GroupCallNotice = { roomID: ROOM, mediaType: "voice", state: "over", durationSeconds: 7 };
const MESSAGES = {
  on: { groupID: TEAM, notice: ON },
  over: { groupID: TEAM, notice: OVER },
};
/** How often a message is tried. */
const TRIES = { on: 2, over: 7 };

/** Which messages wait, and how often the first one failed. */
interface Ledger {
  waiting: readonly ("on" | "over")[];
  failures: number;
  sent: number;
}

const BLANK = JSON.stringify({ waiting: [], failures: 0, sent: 0 } satisfies Ledger);

type Snapshot = SnapshotOf<typeof groupNoticesMachine>;

/** 11-40: the group is told of its call. */
export const groupNoticesModel: ChartModel<typeof groupNoticesMachine> = {
  chart: "groupNotices",
  machine: groupNoticesMachine,
  input: undefined,
  events: {
    [`${SEND} on`]: (_, page) => (page === BLANK ? { type: SEND, ...MESSAGES.on } : null),
    [`${SEND} over`]: (_, page) => (read(page).sent < 2 ? { type: SEND, ...MESSAGES.over } : null),
  },
  answers: { send: { failed: ["network"] } },
  around: { start: BLANK, after: (page, label) => JSON.stringify(after(read(page), label)) },
  cannot: (label, page) => label === "after retryPause" && read(page).failures === 0,
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
  },
  reads: ({ value, context }) => ({
    is: value,
    waiting: context.queue.map(({ notice }) => notice.state),
    failures: context.failures,
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
    idle: { [`${SEND} on`]: "sending", [`${SEND} over`]: "sending" },
    sending: {
      [`${SEND} over`]: STAYS,
      "send done": next,
      "send failed (network)": (snapshot, page) => (isLast(read(page)) ? next(snapshot, page) : "pausing"),
    },
    pausing: { [`${SEND} over`]: STAYS, "after retryPause": "sending" },
  },
  told: ({ label, aroundBefore }) =>
    label === "send failed (network)" && isLast(read(aroundBefore)) && read(aroundBefore).waiting[0] === "on"
      ? [["toasts <- toast.add", { toast: { tone: "error", key: "groupCallUntold" } }]]
      : [],
};

function after(ledger: Ledger, label: string): Ledger {
  const { waiting, failures, sent } = ledger;
  const done: Ledger = { waiting: waiting.slice(1), failures: 0, sent };
  switch (label) {
    case `${SEND} on`:
      return { waiting: [...waiting, "on"], failures, sent: sent + 1 };
    case `${SEND} over`:
      return { waiting: [...waiting, "over"], failures, sent: sent + 1 };
    case "send done":
      return done;
    case "send failed (network)":
      return isLast(ledger) ? done : { ...ledger, failures: failures + 1 };
    default:
      return ledger;
  }
}

function isLast({ waiting: [first], failures }: Ledger): boolean {
  return first !== undefined && failures + 1 >= TRIES[first];
}

function next(_: Snapshot, page: string): string {
  return read(page).waiting.length > 1 ? "sending" : "idle";
}

function read(page = BLANK): Ledger {
  const ledger: Ledger = JSON.parse(page);
  return ledger;
}

function shown(page?: string) {
  const { waiting, failures } = read(page);
  return { waiting, failures };
}

function sends({ waiting: [first] }: Ledger): Wire {
  if (!first) throw new Error("Nothing waits");
  return ["im.sendGroupCallNotice", MESSAGES[first]];
}
