import { invitationCheckMachine } from "../../../../machines/calls/invitation-check.ts";
import type { SignalEvent } from "../../../../machines/domain/call.ts";
import { anInvite } from "../../../fakes/signals.ts";
import { ANNA, aGroup, aMember, aWorld, BEN, ME, NOON, TEAM } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";
import { callManagerOf } from "./call-parts.ts";

const CHECK = "invitationCheck.check";
/** Anna's invitation is repeated, Ben's waits behind it. `signal.cancel` is the call manager's matter. */
const ANNAS = invite(ANNA, "1");
const REPEATED = { ...ANNAS, sentAt: NOON + 1 };
const BENS = invite(BEN, "2");

function invite(from: string, room: string): SignalEvent {
  return anInvite({
    from,
    invitation: {
      roomID: room.repeat(32),
      inviterUserID: from,
      inviteeUserIDList: [ME],
      sessionType: "group",
      groupID: TEAM,
      extra: {},
    },
  });
}

type Snapshot = SnapshotOf<typeof invitationCheckMachine>;

/** The waiting inviters. No user calls again after the first answer: that signal would go to the ringing call. */
interface Ledger {
  waiting: readonly ("Anna" | "Anna again" | "Ben")[];
  isAnswered: boolean;
}

const BLANK = JSON.stringify({ waiting: [], isAnswered: false } satisfies Ledger);

const SIGNALS = { Anna: ANNAS, "Anna again": REPEATED, Ben: BENS };

export const invitationCheckModel: ChartModel<typeof invitationCheckMachine> = {
  chart: "invitationCheck",
  machine: invitationCheckMachine,
  input: { parent: ignoringParent },
  events: {
    [CHECK]: (_, page) => (page === BLANK ? { type: CHECK, signal: ANNAS } : null),
    [`${CHECK} again`]: (_, page) => (may(page, "Anna") ? { type: CHECK, signal: REPEATED } : null),
    [`${CHECK} by Ben`]: (_, page) =>
      may(page, "Anna") || may(page, "Anna again") ? { type: CHECK, signal: BENS } : null,
  },
  answers: {
    loadInviter: {
      done: {
        member: membersFor,
        "no member": () => [],
      },
      failed: ["network"],
    },
  },
  around: { start: BLANK, after: follow },
  phase: (_, page) => String(read(page).waiting.length),
  isRest: ({ value }) => value === "idle",

  opens: () => ({ world: aWorld({ groups: [aGroup()] }) }),
  actor: (app) => callManagerOf(app, "invitationCheck"),
  calls: { loadInviter: "im.loadMembersByID" },
  tells: ["callManager <- invitationCheck.passed", "callManager <- invitationCheck.refused"],
  isOwn: ({ call, input }) => call !== "im.loadMembersByID" || JSON.stringify(input).includes(`"userIDs":["`),
  logged: ["loadInviter"],
  delays: { retryDelay: 1000, answerTime: 10_000 },
  stimuli: {
    [CHECK]: ({ ports }) => ports.emit.signals(ANNAS),
    [`${CHECK} again`]: ({ ports }) => ports.emit.signals(REPEATED),
    [`${CHECK} by Ben`]: ({ ports }) => ports.emit.signals(BENS),
  },
  reads: ({ value, context }) => ({
    is: value,
    waiting: context.waiting.map(({ signal }) => nameOf(signal)),
  }),
  rows: {
    idle: ({ step }) => ({ reads: { is: "idle", waiting: read(step?.around).waiting } }),
    checking: ({ step }) => ({
      asks: [looksUp(read(step?.around))],
      reads: { is: "checking", waiting: read(step?.around).waiting },
    }),
    pausing: ({ step }) => ({ reads: { is: "pausing", waiting: read(step?.around).waiting } }),
  },
  leads: {
    "*": {
      [`${CHECK} again`]: STAYS,
      [`${CHECK} by Ben`]: STAYS,
    },
    idle: { [CHECK]: "checking" },
    checking: {
      "loadInviter done (member)": next,
      "loadInviter done (no member)": next,
      "loadInviter failed (network)": "pausing",
      "after answerTime": "pausing",
    },
    pausing: { "after retryDelay": "checking" },
  },
  told({ label, aroundBefore }) {
    const [first] = read(aroundBefore).waiting;
    if (!first || !label.startsWith("loadInviter done")) return [];
    const { type: _, ...signal } = SIGNALS[first];
    if (label.endsWith("(no member)"))
      return [["callManager <- invitationCheck.refused", { signal: { ...signal, type: "signal.invite" } }]];
    const inviter = { userID: signal.sender.userID, nickname: `Known ${first[0]}`, faceURL: "", ex: "" };
    return [
      ["callManager <- invitationCheck.passed", { signal: { ...signal, type: "signal.invite" }, inviter }],
    ];
  },
};

function follow(page: string, label: string): string {
  return JSON.stringify(after(read(page), label));
}

function after(ledger: Ledger, label: string): Ledger {
  const { waiting } = ledger;
  switch (label) {
    case CHECK:
      return { ...ledger, waiting: ["Anna"] };
    case `${CHECK} again`:
      return { ...ledger, waiting: waiting.map((one) => (one === "Anna" ? "Anna again" : one)) };
    case `${CHECK} by Ben`:
      return { ...ledger, waiting: [...waiting, "Ben"] };
    case "loadInviter done (member)":
    case "loadInviter done (no member)":
      return { waiting: waiting.slice(1), isAnswered: true };
    case "loadInviter failed (network)":
    case "after answerTime":
      return { ...ledger, waiting: [...waiting.slice(1), ...waiting.slice(0, 1)] };
    default:
      return ledger;
  }
}

function read(page = BLANK): Ledger {
  const ledger: Ledger = JSON.parse(page);
  return ledger;
}

/** Whether this invitation waits alone, or Anna's waits before Ben's. */
function may(page: string, first: "Anna" | "Anna again"): boolean {
  const { waiting, isAnswered } = read(page);
  return !isAnswered && waiting[0] === first && waiting.length === 1;
}

function next(_: Snapshot, page: string): string {
  return read(page).waiting.length > 1 ? "checking" : "idle";
}

function nameOf(signal: SignalEvent): string {
  return signal.sender.userID === BEN ? "Ben" : signal.sentAt === NOON ? "Anna" : "Anna again";
}

/** As the members of the group know the first sender, whatever the signal says. */
function membersFor({ context }: Snapshot) {
  const [first] = context.waiting;
  if (!first) return [];
  const { signal } = first;
  return [aMember({ userID: signal.sender.userID, nickname: `Known ${nameOf(signal)[0]}`, faceURL: "" })];
}

function looksUp({ waiting }: Ledger): Wire {
  const [first] = waiting;
  return ["im.loadMembersByID", { groupID: TEAM, userIDs: [first === "Ben" ? BEN : ANNA] }];
}
