import { inviterMachine } from "../../../../machines/calls/inviter.ts";
import { anInvitation, ROOM } from "../../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld, BEN, ME, NOON } from "../../../fakes/world.ts";
import type { ChartModel } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { callManagerOf, holdSignals, linkUp, nameEverything, signalTo } from "./call-parts.ts";

const INVITATION = anInvitation({ inviterUserID: ME, inviteeUserIDList: [ANNA] });
/** In ms. Longer than every pause, and short enough for three pauses within the ring time. */
const LONGEST_PAUSE = 8000;

export const inviterModel: ChartModel<typeof inviterMachine> = {
  chart: "inviter",
  machine: inviterMachine,
  input: {
    clock: { newID: () => ROOM, now: () => NOON },
    invitation: INVITATION,
    participant: aParticipant(),
  },
  events: {
    "im.presence Anna came": { type: "im.presence", userID: ANNA, isOnline: true },
    "im.presence Anna left": { type: "im.presence", userID: ANNA, isOnline: false },
    "im.presence Ben came": { type: "im.presence", userID: BEN, isOnline: true },
  },
  answers: { repeat: { failed: ["network"] } },
  // The number of pauses so far; each takes its time from the ring time.
  around: {
    start: "0",
    after: (around, label) => (label === "after repeatPause" ? `${Number(around) + 1}` : around),
  },
  cannot: (label, around) => label === "after repeatPause" && around === "3",
  evenIgnored: ["im.presence Anna left", "im.presence Ben came"],
  isRest: ({ value }) => value === "pausing",

  opens: () => ({ world: aWorld() }),
  prepare: (ports) => nameEverything(ports, ROOM),
  async begin(stage) {
    await stage.act(() =>
      callManagerOf(stage.app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "voice" }),
    );
    const { ports } = stage;
    await stage.act(() => linkUp(stage));
    await stage.act(() => ports.resolve("im.sendSignal"));
    holdSignals(ports, "invite");
  },
  actor: (app) => callManagerOf(app, "call", "inviter"),
  calls: { repeat: "im.sendSignal" },
  logged: ["repeat"],
  delays: { repeatPause: LONGEST_PAUSE },
  reads: ({ value, context }) => ({ is: value, repeats: context.repeats }),
  rows: {
    pausing: ({ step }) => ({
      reads: {
        is: "pausing",
        repeats: step?.label === "im.presence Anna came" ? 0 : (step?.before.context.repeats ?? 0),
      },
    }),
    repeating: ({ step }) => ({
      asks: [
        [
          "im.sendSignal",
          signalTo(ANNA, { kind: "invite" }, { ...INVITATION, timeout: secondsLeftAfter(step?.around) }),
        ],
      ],
      reads: { is: "repeating", repeats: repeatsAfter(step) },
    }),
  },
  leads: {
    pausing: {
      "after repeatPause": "repeating",
      "im.presence Anna came": "pausing",
    },
    repeating: {
      "repeat done": "pausing",
      "repeat failed (network)": "pausing",
      "im.presence Anna came": STAYS,
    },
  },
};

function secondsLeftAfter(pauses = "0"): number {
  return INVITATION.timeout - (Number(pauses) * LONGEST_PAUSE) / 1000;
}

function repeatsAfter(step: { label: string; before: { context: { repeats: number } } } | null): number {
  if (step?.label === "im.presence Anna came") return 0;
  const before = step?.before.context.repeats ?? 0;
  return step?.label === "after repeatPause" ? before + 1 : before;
}
