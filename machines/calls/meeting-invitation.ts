import { assign, enqueueActions, log, setup } from "xstate";
import { forwardingMachine } from "../conversation/forwarding.ts";
import { isMeetingID, type MeetingCard } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, stream } from "../ports/stub.ts";
import { sentBetween, type UnsentCard } from "./card-progress.ts";

/** Sends the card of a meeting to chats, and follows it until the server has it. */

export interface SendMeeting {
  type: "user.sendMeeting";
  roomID: string;
  /** What the card says, in the language of this user. */
  subject: string;
}

/** The cards of all meetings in the outbox. Reported at the start and after each change. */
export interface CardsReport {
  type: "outbox.cards";
  cards: readonly UnsentCard[];
}

export type MeetingInvitationEvent =
  | SendMeeting
  | CardsReport
  /** Sends the cards again that failed. */
  | { type: "user.resendMeeting"; roomID: string }
  /** The screen of the meeting is gone. */
  | { type: "user.closeSending" };

export interface MeetingInvitationInput {
  parent: Listener<OutboxCommand>;
  clock: Clock;
}

export interface MeetingInvitationContext extends MeetingInvitationInput {
  card: MeetingCard;
  /** The outbox has them. */
  cards: readonly UnsentCard[];
  /** The meeting whose card was sent last; null for none. */
  sentID: string | null;
}

const NO_CARD: MeetingCard = { roomID: null, subject: "", extra: {} };

export const meetingInvitationMachine = setup({
  types: {
    context: {} as MeetingInvitationContext,
    events: {} as MeetingInvitationEvent,
    input: {} as MeetingInvitationInput,
    children: {} as { forwarding: "forwarding"; outboxCards: "outboxCards" },
    meta: {} as RuleMeta,
  },
  actors: { forwarding: forwardingMachine, outboxCards: stream("outboxCards") },
  actions: {
    setCard: assign((_, { roomID, subject }: SendMeeting) => ({
      card: { roomID, subject, extra: {} },
    })),
    setCards: assign((_, { cards }: CardsReport) => ({ cards })),
    setSent: assign(({ context }, { cards }: CardsReport) => ({
      cards,
      sentID: sentBetween(context.cards, cards),
    })),
    resend: enqueueActions(({ context, enqueue }, { roomID }: { roomID: string }) => {
      for (const { message, ...card } of context.cards)
        if (card.roomID === roomID && card.isGivenUp)
          enqueue.sendTo(context.parent, { type: "outbox.resend", message });
    }),
    reportFailure: log(({ event }) => `meetingInvitation: ${event.type}`),
  },
  guards: {
    isMeeting: (_, { roomID }: SendMeeting) => isMeetingID(roomID),
    isSent: ({ context }, { cards }: CardsReport) => sentBetween(context.cards, cards) !== null,
  },
  delays: { sentTime: 5000 },
}).createMachine({
  id: "meetingInvitation",
  context: ({ input }) => ({ ...input, card: NO_CARD, cards: [], sentID: null }),
  invoke: child("outboxCards"),
  type: "parallel",
  on: { "user.resendMeeting": { actions: { type: "resend", params: ({ event }) => event } } },
  states: {
    choice: {
      initial: "idle",
      states: {
        idle: {
          on: {
            "user.sendMeeting": {
              guard: { type: "isMeeting", params: ({ event }) => event },
              target: "choosing",
              actions: { type: "setCard", params: ({ event }) => event },
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
            onDone: "idle",
            onError: { target: "idle", actions: "reportFailure" },
          },
          on: { "user.closeSending": "idle" },
        },
      },
    },
    progress: {
      initial: "quiet",
      on: {
        "outbox.cards": [
          {
            guard: { type: "isSent", params: ({ event }) => event },
            target: ".sent",
            actions: { type: "setSent", params: ({ event }) => event },
          },
          { actions: { type: "setCards", params: ({ event }) => event } },
        ],
      },
      states: {
        quiet: {
          description: "No card was sent a moment ago. Cards in the outbox are waiting or have failed.",
        },
        sent: {
          description: "The server has a card. The screen of the meeting says so for a moment.",
          meta: { rule: "1-10" },
          after: { sentTime: "quiet" },
          on: { "user.closeSending": "quiet" },
        },
      },
    },
  },
});
