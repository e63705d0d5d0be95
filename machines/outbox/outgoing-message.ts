import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { Message } from "../domain/message.ts";
import { type Addresses, isParcel, type Parcel, type UploadEvent } from "../domain/outgoing-attachment.ts";
import type { GatewayEvent } from "../domain/platform-events.ts";
import type { Draftable } from "../ports/im.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { waitsForItsTurn } from "./outgoing-drafts.ts";

/** One message on its way out. It ends when the server has it, or when the person drops it. */

export type OutgoingMessageNews =
  | { type: "outgoingMessage.changed"; message: Message }
  /** Its bytes have been uploaded: it can be sent once those before it are. */
  | { type: "outgoingMessage.ready"; clientMsgID: string }
  /** It waits for the user's retry, also after a reload. */
  | { type: "outgoingMessage.failed"; clientMsgID: string }
  | { type: "outgoingMessage.ended"; clientMsgID: string };

export type OutgoingMessageEvent =
  | UploadEvent
  | GatewayEvent
  /** Those before it have been sent. */
  | { type: "outbox.turn" }
  | { type: "outbox.retry" }
  | { type: "outbox.discard" };

export interface OutgoingMessageContext {
  parent: Listener<OutgoingMessageNews>;
  draft: Draftable;
  /** As the conversation shows it. */
  message: Message;
}

export const outgoingMessageMachine = setup({
  types: {
    context: {} as OutgoingMessageContext,
    events: {} as OutgoingMessageEvent,
    input: {} as OutgoingMessageContext,
    meta: {} as RuleMeta,
  },
  actors: {
    connectionEvents: stream("connectionEvents"),
    upload: stream<UploadEvent, { clientMsgID: string; parcel: Parcel | null }>("upload"),
    createMessage: port<Message, Draftable>("createMessage"),
    sendMessage: port<Message, { conversationID: string; clientMsgID: string }>("sendMessage"),
  },
  actions: {
    setMessage: assign({ message: (_, { message }: { message: Message }) => message }),
    /** The SDK dates a message when it makes it, which is later for each that waits: the chat keeps the order it has. */
    setMade: assign({
      message: ({ context }, { message }: { message: Message }) => ({
        ...message,
        sendTime: context.message.sendTime,
      }),
    }),
    markUploaded: assign({
      message: ({ context }, { share }: { share: number }) => ({
        ...asSending(context.message),
        uploaded: share,
      }),
    }),
    markQueued: assign({
      message: ({ context }) => ({
        ...asSending(context.message),
        ...(parcelIn(context) ? { uploaded: 1 } : {}),
      }),
    }),
    rememberAddresses: assign({
      draft: ({ context }, { addresses }: { addresses: Addresses }) => ({ ...context.draft, addresses }),
    }),
    markSending: assign({ message: ({ context }) => asSending(context.message) }),
    markFailed: assign({
      message: ({ context }, { failure }: { failure: FailureCode }): Message => ({
        ...asSending(context.message),
        status: "failed",
        failure,
      }),
    }),
    reportFailure: log(({ event }) => `outgoingMessage: ${event.type}`),
    tellChange: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "outgoingMessage.changed" as const, message: context.message }),
    ),
    tellReady: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "outgoingMessage.ready" as const, clientMsgID: context.draft.clientMsgID }),
    ),
    tellFailed: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "outgoingMessage.failed" as const, clientMsgID: context.draft.clientMsgID }),
    ),
    tellEnd: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "outgoingMessage.ended" as const, clientMsgID: context.draft.clientMsgID }),
    ),
  },
  guards: {
    hasFailed: ({ context }) => context.message.status === "failed",
    hasToWait: ({ context }) => waitsForItsTurn(context.draft),
    isOffline: (_, { failure }: { failure: FailureCode }) => failure === "network",
    hasToBeUploaded: ({ context }) => parcelIn(context) !== null && !context.draft.addresses,
  },
}).createMachine({
  id: "outgoingMessage",
  context: ({ input }) => input,
  initial: "beginning",
  states: {
    beginning: {
      always: [
        { guard: "hasFailed", target: "unmade" },
        { guard: "hasToBeUploaded", target: "uploading" },
        { guard: "hasToWait", target: "queued" },
        { target: "preparing" },
      ],
    },
    uploading: {
      description: "Its bytes go to the object storage first. Until all are there it can be taken back.",
      entry: [{ type: "markUploaded", params: { share: 0 } }, "tellChange"],
      invoke: {
        id: "upload",
        src: "upload",
        input: ({ context }) => ({ clientMsgID: context.draft.clientMsgID, parcel: parcelIn(context) }),
        onError: {
          target: "unmade",
          actions: { type: "markFailed", params: ({ event }) => ({ failure: failureCode(event.error) }) },
        },
      },
      on: {
        "upload.progress": {
          actions: [{ type: "markUploaded", params: ({ event }) => event }, "tellChange"],
        },
        "upload.done": {
          target: "queued",
          actions: { type: "rememberAddresses", params: ({ event }) => event },
        },
        "upload.failed": [
          {
            guard: { type: "isOffline", params: ({ event }) => event },
            target: "offline",
            actions: { type: "markFailed", params: ({ event }) => event },
          },
          { target: "unmade", actions: { type: "markFailed", params: ({ event }) => event } },
        ],
        "outbox.discard": "ended",
      },
    },
    offline: {
      description: "Its bytes do not get through. Once the line is back they go on by themselves.",
      entry: "tellChange",
      invoke: { id: "connectionEvents", src: "connectionEvents", onError: { actions: "reportFailure" } },
      on: { "im.connected": "uploading", "outbox.retry": "uploading", "outbox.discard": "ended" },
    },
    queued: {
      description: "Ready. What was picked before it is sent first.",
      entry: ["markQueued", "tellChange", "tellReady"],
      on: { "outbox.turn": "preparing", "outbox.discard": "ended" },
    },
    preparing: {
      description: "The SDK makes the message under the id the person's key press gave it.",
      entry: ["markSending", "tellChange"],
      invoke: {
        id: "createMessage",
        src: "createMessage",
        input: ({ context }) => context.draft,
        onDone: {
          target: "sending",
          actions: { type: "setMade", params: ({ event }) => ({ message: event.output }) },
        },
        onError: {
          target: "unmade",
          actions: { type: "markFailed", params: ({ event }) => ({ failure: failureCode(event.error) }) },
        },
      },
    },
    unmade: {
      description:
        "Not even made, or failed before a reload: a retry starts from what was written, or goes on with its upload.",
      meta: { rule: "8-36" },
      entry: ["tellChange", "tellFailed"],
      on: { "outbox.retry": { target: "beginning", actions: "markSending" }, "outbox.discard": "ended" },
    },
    sending: {
      description: "On its way. During an outage the SDK keeps trying by itself.",
      entry: ["markSending", "tellChange"],
      invoke: {
        id: "sendMessage",
        src: "sendMessage",
        input: ({ context }) => ({
          conversationID: context.draft.conversationID,
          clientMsgID: context.draft.clientMsgID,
        }),
        onDone: {
          target: "sent",
          actions: { type: "setMessage", params: ({ event }) => ({ message: event.output }) },
        },
        onError: {
          target: "failed",
          actions: { type: "markFailed", params: ({ event }) => ({ failure: failureCode(event.error) }) },
        },
      },
    },
    failed: {
      description: "Refused or given up. The message stays in the chat with a retry, under its old id.",
      meta: { rule: "8-36" },
      entry: ["tellChange", "tellFailed"],
      on: { "outbox.retry": "sending", "outbox.discard": "ended" },
    },
    sent: { entry: "tellChange", always: "ended" },
    ended: { type: "final", entry: "tellEnd" },
  },
});

function asSending({ failure: _, uploaded: __, ...message }: Message): Message {
  return { ...message, status: "sending" };
}

function parcelIn({ draft }: OutgoingMessageContext): Parcel | null {
  return draft.enclosure && isParcel(draft.enclosure) ? draft.enclosure : null;
}
