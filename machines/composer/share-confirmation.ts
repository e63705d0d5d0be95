import { assign, sendTo, setup } from "xstate";
import type { ContactCard, Spot } from "../domain/attachment.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { OutgoingAttachment } from "../domain/outgoing-attachment.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port } from "../ports/stub.ts";

/** Sends what needs no upload: a contact card, or the user's location. */

/** Longest name of a location, in UTF-16 units, the unit of text fields. */
export const PLACE_NAME_LIMIT = 60;

export type ShareConfirmationEvent =
  | { type: "user.shareCard" }
  | { type: "user.pickCard"; card: ContactCard }
  | { type: "user.pickAnotherCard" }
  | { type: "user.sendCard" }
  | { type: "user.sharePlace" }
  | { type: "user.retryPlace" }
  | { type: "user.namePlace"; name: string }
  | { type: "user.sendPlace" }
  | { type: "user.closeSharing" };

export interface ShareConfirmationInput {
  conversationID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface ShareConfirmationContext extends ShareConfirmationInput {
  card: ContactCard | null;
  spot: Spot | null;
  name: string;
  failure: FailureCode;
}

export const shareConfirmationMachine = setup({
  types: {
    context: {} as ShareConfirmationContext,
    events: {} as ShareConfirmationEvent,
    input: {} as ShareConfirmationInput,
    tags: {} as "card" | "place" | "failed",
    meta: {} as RuleMeta,
  },
  actors: { locate: port<Spot>("locate") },
  actions: {
    clear: assign({ card: null, spot: null, name: "" }),
    setCard: assign((_, { card }: { card: ContactCard }) => ({ card })),
    dropCard: assign({ card: null }),
    setSpot: assign((_, { spot }: { spot: Spot }) => ({ spot })),
    setName: assign((_, { name }: { name: string }) => ({ name: name.slice(0, PLACE_NAME_LIMIT) })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureCode(error) })),
    dispatch: sendTo(
      ({ context }) => context.outbox,
      ({ context: { clock, conversationID } }, { enclosure }: { enclosure: OutgoingAttachment }) => ({
        type: "outbox.attach" as const,
        conversationID,
        attachments: [{ clientMsgID: clock.newID(), enclosure }],
      }),
    ),
  },
}).createMachine({
  id: "shareConfirmation",
  context: ({ input }) => ({ ...input, card: null, spot: null, name: "", failure: "unknown" }),
  initial: "closed",
  states: {
    closed: {
      on: {
        "user.shareCard": { target: "card", actions: "clear" },
        "user.sharePlace": { target: "place", actions: "clear" },
      },
    },
    card: {
      description: "A card shows another user's profile, so it is sent only after a confirmation.",
      tags: "card",
      initial: "picking",
      on: { "user.closeSharing": "closed" },
      states: {
        picking: {
          on: {
            "user.pickCard": { target: "asking", actions: { type: "setCard", params: ({ event }) => event } },
          },
        },
        asking: {
          on: {
            "user.pickAnotherCard": { target: "picking", actions: "dropCard" },
            "user.sendCard": {
              target: "#shareConfirmation.closed",
              actions: { type: "dispatch", params: ({ context }) => ({ enclosure: cardIn(context) }) },
            },
          },
        },
      },
    },
    place: {
      description: "The user sees the location before it is sent. The name can be typed meanwhile.",
      tags: "place",
      initial: "locating",
      on: {
        "user.closeSharing": "closed",
        "user.namePlace": { actions: { type: "setName", params: ({ event }) => event } },
      },
      states: {
        locating: {
          invoke: {
            id: "locate",
            src: "locate",
            onDone: {
              target: "located",
              actions: { type: "setSpot", params: ({ event }) => ({ spot: event.output }) },
            },
            onError: { target: "failed", actions: { type: "setFailure", params: ({ event }) => event } },
          },
        },
        located: {
          on: {
            "user.sendPlace": {
              target: "#shareConfirmation.closed",
              actions: { type: "dispatch", params: ({ context }) => ({ enclosure: placeIn(context) }) },
            },
          },
        },
        failed: { tags: "failed", on: { "user.retryPlace": "locating" } },
      },
    },
  },
});

function cardIn({ card }: ShareConfirmationContext): OutgoingAttachment {
  if (!card) throw new Error("No card is picked");
  return { type: "card", card };
}

function placeIn({ spot, name }: ShareConfirmationContext): OutgoingAttachment {
  if (!spot) throw new Error("No location is found");
  return { type: "location", name: name.trim(), address: "", point: spot.point };
}
