import { assign, log, setup } from "xstate";
import type { CallParticipant, Invitation } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { PresenceNews } from "../domain/presence.ts";
import type { Clock } from "../ports/platform.ts";
import { port, stream } from "../ports/stub.ts";
import { type OutgoingSignal, outgoingSignal, secondsLeft } from "./call-rules.ts";

/**
 * Repeats the invitation of an outgoing call while it rings. The server does not store signals, so a peer who comes
 * online after the first one would never ring. A device that already rings ignores the duplicate (R3).
 */

export interface InviterContext {
  clock: Clock;
  invitation: Invitation;
  participant: CallParticipant;
  /** When the first invitation was sent; milliseconds since the epoch. */
  invitedAt: number;
  repeats: number;
}

/** Milliseconds between two invitations; each pause doubles, up to `longest`. */
const PAUSE = { first: 1000, longest: 8000 };

export const inviterMachine = setup({
  types: {
    context: {} as InviterContext,
    events: {} as PresenceNews,
    input: {} as Pick<InviterContext, "clock" | "invitation" | "participant">,
    meta: {} as RuleMeta,
  },
  actors: {
    sendSignal: port<void, OutgoingSignal>("sendSignal"),
    presenceEvents: stream("presenceEvents"),
  },
  actions: {
    countRepeat: assign({ repeats: ({ context }) => context.repeats + 1 }),
    resetPauses: assign({ repeats: 0 }),
    reportFailure: log(({ event }) => `inviter: ${event.type}`),
  },
  guards: {
    isPeerOnline: ({ context, event }) =>
      event.type === "im.presence" && event.isOnline && event.userID === context.participant.userInfo.userID,
  },
  delays: {
    repeatPause: ({ context }) => Math.min(PAUSE.first * 2 ** context.repeats, PAUSE.longest),
  },
}).createMachine({
  id: "inviter",
  context: ({ input: { clock, invitation, participant } }) => ({
    clock,
    invitation,
    participant,
    invitedAt: clock.now(),
    repeats: 0,
  }),
  invoke: child("presenceEvents"),
  initial: "pausing",
  states: {
    pausing: {
      description:
        "Waits with growing pauses. They restart when the peer comes online: the server may lose a signal sent at that moment.",
      meta: { rule: "R3" },
      after: { repeatPause: "repeating" },
      on: {
        "im.presence": { guard: "isPeerOnline", target: "pausing", reenter: true, actions: "resetPauses" },
      },
    },
    repeating: {
      description:
        "Repeats with the same room and the remaining ring time, so that every copy stops ringing at the same moment.",
      meta: { rule: "R2, R3" },
      entry: "countRepeat",
      invoke: {
        id: "repeat",
        src: "sendSignal",
        input: ({ context }) => repeatOf(context),
        onDone: "pausing",
        onError: { target: "pausing", actions: "reportFailure" },
      },
      on: { "im.presence": { guard: "isPeerOnline", actions: "resetPauses" } },
    },
  },
});

function repeatOf({ invitation, participant, invitedAt, clock }: InviterContext): OutgoingSignal {
  const timeout = secondsLeft(invitation, invitedAt, clock.now());
  return outgoingSignal({ invitation: { ...invitation, timeout }, participant }, { kind: "invite" });
}
