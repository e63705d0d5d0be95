import { assign, log, setup } from "xstate";
import { type ForwardingOutput, forwardingMachine } from "../conversation/forwarding.ts";
import { isMeetingID, type MeetingCard } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import type { Listener } from "../ports/stub.ts";

/** Sends the card of a meeting to chats. */

export interface SendMeeting {
  type: "user.sendMeeting";
  roomID: string;
  /** What the card says, in the language of this user. */
  subject: string;
}

export type MeetingInvitationEvent =
  | SendMeeting
  /** The screen of the meeting is gone. */
  | { type: "user.closeSending" };

export interface MeetingInvitationInput {
  parent: Listener<OutboxCommand>;
  clock: Clock;
}

export interface MeetingInvitationContext extends MeetingInvitationInput {
  card: MeetingCard;
}

const NO_CARD: MeetingCard = { roomID: null, subject: "", extra: {} };

export const meetingInvitationMachine = setup({
  types: {
    context: {} as MeetingInvitationContext,
    events: {} as MeetingInvitationEvent,
    input: {} as MeetingInvitationInput,
    children: {} as { forwarding: "forwarding" },
    meta: {} as RuleMeta,
  },
  actors: { forwarding: forwardingMachine },
  actions: {
    setCard: assign((_, { roomID, subject }: SendMeeting) => ({
      card: { roomID, subject, extra: {} },
    })),
    reportFailure: log(({ event }) => `meetingInvitation: ${event.type}`),
  },
  guards: {
    isMeeting: (_, { roomID }: SendMeeting) => isMeetingID(roomID),
    isSent: (_, { isSent }: ForwardingOutput) => isSent,
  },
  delays: { sentTime: 5000 },
}).createMachine({
  id: "meetingInvitation",
  context: ({ input }) => ({ ...input, card: NO_CARD }),
  initial: "idle",
  states: {
    idle: {
      initial: "none",
      on: {
        "user.sendMeeting": {
          guard: { type: "isMeeting", params: ({ event }) => event },
          target: "choosing",
          actions: { type: "setCard", params: ({ event }) => event },
        },
      },
      states: {
        none: {},
        handedOver: {
          description:
            "The outbox has the card. The screen of the meeting says that it is sent, unless the outbox still has it.",
          after: { sentTime: "none" },
          on: { "user.closeSending": "none" },
        },
      },
    },
    choosing: {
      description: "The user picks chats, as for a forward. Each gets the card.",
      meta: { rule: "1-10" },
      invoke: {
        id: "forwarding",
        src: "forwarding",
        input: ({ context: { card, parent, clock } }) => ({
          messages: [],
          card,
          outbox: parent,
          clock,
        }),
        onDone: [
          { guard: { type: "isSent", params: ({ event }) => event.output }, target: "idle.handedOver" },
          { target: "idle" },
        ],
        onError: { target: "idle", actions: "reportFailure" },
      },
      on: { "user.closeSending": "idle" },
    },
  },
});
