import { assign, log, sendTo, setup } from "xstate";
import type { CallParticipant, Invitation, SignalContent, SignalEvent } from "../domain/call.ts";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port } from "../ports/stub.ts";
import { type OutgoingSignal, outgoingSignal } from "./call-rules.ts";
import type { PersonStatus } from "./group-rules.ts";
import { inviterMachine } from "./inviter.ts";

/** One user whom this user invited to a group call, until that user is in or does not come. */

export type InviteeNews =
  | { type: "call.sendSignal"; signal: OutgoingSignal }
  | { type: "invitee.ended"; userID: string; status: PersonStatus };

export interface InviteeContext {
  parent: Listener<InviteeNews>;
  clock: Clock;
  invitation: Invitation;
  participant: CallParticipant;
  /** The device that accepted; null until one did (R10). */
  deviceID: string | null;
}

/** The name of no device: a user who came in by the row in the chat sent no accept. All devices that ring stop. */
const ANOTHER_DEVICE = "another";
const CANCEL: SignalContent = { kind: "cancel", acceptedBy: null };

const ENDS = ["joined", "declined", "busy", "outside", "noAnswer"] as const;

export const inviteeMachine = setup({
  types: {
    context: {} as InviteeContext,
    events: {} as SignalEvent | { type: "invitee.arrived" },
    input: {} as Omit<InviteeContext, "deviceID">,
    output: {} as { status: PersonStatus },
    children: {} as { inviter: "inviter" },
    meta: {} as RuleMeta,
  },
  actors: { inviter: inviterMachine, sendSignal: port<void, OutgoingSignal>("sendSignal") },
  actions: {
    setDevice: assign({
      deviceID: (_, { deviceID }: { deviceID: string | null }) => deviceID,
    }),
    cancel: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "call.sendSignal" as const, signal: outgoingSignal(context, CANCEL) }),
    ),
    nameDevice: sendTo(
      ({ context }) => context.parent,
      ({ context }) => {
        const content: SignalContent = { kind: "cancel", acceptedBy: context.deviceID ?? ANOTHER_DEVICE };
        return { type: "call.sendSignal" as const, signal: outgoingSignal(context, content) };
      },
    ),
    tellEnd: sendTo(
      ({ context }) => context.parent,
      ({ context }, { status }: { status: PersonStatus }) => ({
        type: "invitee.ended" as const,
        userID: context.participant.userInfo.userID,
        status,
      }),
    ),
    reportFailure: log(({ event }) => `invitee: ${event.type}`),
  },
  guards: {
    isBusy: ({ event }) => event.type === "signal.reject" && event.isBusy,
    isOutside: ({ event }) => event.type === "signal.reject" && event.isOutside,
  },
  delays: {
    /** Longer than the limit of the invited user's own client. */
    meetTimeout: 17_000,
    waitTimeout: ({ context }) => context.invitation.timeout * 1000,
  },
}).createMachine({
  id: "invitee",
  context: ({ input }) => ({ ...input, deviceID: null }),
  output: ({ event }) => ({ status: endingIn(event, ENDS) }),
  initial: "ringing",
  on: { "invitee.arrived": ".joined" },
  states: {
    ringing: {
      description: "The devices of the invited user ring. The first answer counts.",
      meta: { rule: "R10, R11, R12, R26" },
      after: { waitTimeout: { target: "noAnswer", actions: "cancel" } },
      on: {
        "signal.accept": {
          target: "accepted",
          actions: { type: "setDevice", params: ({ event }) => event },
        },
        "signal.reject": [
          { guard: "isBusy", target: "busy", actions: "cancel" },
          { guard: "isOutside", target: "outside", actions: "cancel" },
          { target: "declined", actions: "cancel" },
        ],
        "signal.hungup": { target: "declined", actions: "cancel" },
      },
      initial: "inviting",
      states: {
        inviting: {
          description: "Sends the invitation. If that fails it may still have arrived, so it is cancelled.",
          meta: { rule: "R13" },
          invoke: {
            id: "invite",
            src: "sendSignal",
            input: ({ context }) => outgoingSignal(context, { kind: "invite" }),
            onDone: "waiting",
            onError: { target: "#invitee.noAnswer", actions: ["cancel", "reportFailure"] },
          },
        },
        waiting: {
          description: "Repeats the invitation: the server does not store it for a user who is offline.",
          meta: { rule: "R3" },
          invoke: { ...child("inviter"), input: ({ context }) => context },
        },
      },
    },
    accepted: {
      description:
        "Accepted, but not in the room yet. A hangup also stops the user's devices that still ring.",
      meta: { rule: "R11, R16" },
      after: { meetTimeout: { target: "noAnswer", actions: "cancel" } },
      on: { "signal.hungup": { target: "declined", actions: "cancel" } },
    },
    joined: {
      type: "final",
      description: "In the room. The user's devices that still ring are told which one is in.",
      meta: { rule: "R10" },
      entry: ["nameDevice", { type: "tellEnd", params: { status: "joined" } }],
      output: "joined",
    },
    declined: {
      type: "final",
      description: "The user declined, or hung up before being in the room.",
      entry: { type: "tellEnd", params: { status: "declined" } },
      output: "declined",
    },
    busy: {
      type: "final",
      description: "The user is in another call.",
      meta: { rule: "R6" },
      entry: { type: "tellEnd", params: { status: "busy" } },
      output: "busy",
    },
    outside: {
      type: "final",
      description: "The user left the group or was removed from it, or the group was dismissed.",
      meta: { rule: "R28" },
      entry: { type: "tellEnd", params: { status: "outside" } },
      output: "outside",
    },
    noAnswer: {
      type: "final",
      description: "The ring timed out, or the invitation could not be sent.",
      entry: { type: "tellEnd", params: { status: "noAnswer" } },
      output: "noAnswer",
    },
  },
});
