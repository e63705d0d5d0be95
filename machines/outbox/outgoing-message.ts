import { assign, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { Message } from "../domain/message.ts";
import {
  type Addresses,
  type FileAttachment,
  isFileAttachment,
  type UploadEvent,
} from "../domain/outgoing-attachment.ts";
import type { GatewayEvent } from "../domain/platform-events.ts";
import type { OutgoingDraft } from "../ports/im.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { waitsForItsTurn } from "./outgoing-drafts.ts";

/** One outgoing message. The chart ends when the server has the message, or when the user drops it. */

export type OutgoingMessageNews =
  | { type: "outgoingMessage.changed"; message: Message }
  /** The upload is done: the message can be sent after those before it. */
  | { type: "outgoingMessage.ready"; clientMsgID: string }
  /** Waits for the user to retry, also after a reload. */
  | { type: "outgoingMessage.failed"; clientMsgID: string }
  | { type: "outgoingMessage.ended"; clientMsgID: string };

export type OutgoingMessageEvent =
  | UploadEvent
  | GatewayEvent
  /** The messages before it are sent. */
  | { type: "outbox.turn" }
  | { type: "outbox.retry" }
  | { type: "outbox.discard" };

export interface OutgoingMessageInput {
  parent: Listener<OutgoingMessageNews>;
  draft: OutgoingDraft;
  message: Message;
}

export interface OutgoingMessageContext extends OutgoingMessageInput {
  /** How often the upload was repeated since the user sent the message or retried. */
  repeats: number;
}

/** Milliseconds before the first repeated upload; three times as long before each next one. */
const FIRST_PAUSE = 2000;
const MOST_REPEATS = 3;

export const outgoingMessageMachine = setup({
  types: {
    context: {} as OutgoingMessageContext,
    events: {} as OutgoingMessageEvent,
    input: {} as OutgoingMessageInput,
    meta: {} as RuleMeta,
  },
  actors: {
    connectionEvents: stream("connectionEvents"),
    upload: stream<UploadEvent, { clientMsgID: string; attachment: FileAttachment | null }>("upload"),
    createMessage: port<Message, OutgoingDraft>("createMessage"),
    sendMessage: port<Message, { conversationID: string; clientMsgID: string }>("sendMessage"),
  },
  actions: {
    setMessage: assign({ message: (_, { message }: { message: Message }) => message }),
    /**
     * The SDK sets the time when it makes a message, which is later for queued ones. Keep the first time, so
     * that the order in the chat does not change.
     */
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
        ...(fileAttachmentIn(context) ? { uploaded: 1 } : {}),
      }),
    }),
    rememberAddresses: assign({
      draft: ({ context }, { addresses }: { addresses: Addresses }) => ({ ...context.draft, addresses }),
    }),
    countRepeat: assign({ repeats: ({ context }) => context.repeats + 1 }),
    forgetRepeats: assign({ repeats: 0 }),
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
    isUnanswered: (_, { failure }: { failure: FailureCode }) => failure === "network",
    mayRepeat: ({ context }, { failure }: { failure: FailureCode }) =>
      failure === "network" && context.repeats < MOST_REPEATS,
    hasToBeUploaded: ({ context }) => fileAttachmentIn(context) !== null && !context.draft.addresses,
  },
  delays: { uploadPause: ({ context }) => FIRST_PAUSE * 3 ** (context.repeats - 1) },
}).createMachine({
  id: "outgoingMessage",
  context: ({ input }) => ({ ...input, repeats: 0 }),
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
      description:
        "Upload the file to the object storage first. The user can drop the message until the upload ends.",
      entry: [{ type: "markUploaded", params: { share: 0 } }, "tellChange"],
      invoke: [
        {
          id: "upload",
          src: "upload",
          input: ({ context }) => ({
            clientMsgID: context.draft.clientMsgID,
            attachment: fileAttachmentIn(context),
          }),
          onError: {
            target: "unmade",
            actions: { type: "markFailed", params: ({ event }) => ({ failure: failureCode(event.error) }) },
          },
        },
        child("connectionEvents"),
      ],
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
            guard: { type: "mayRepeat", params: ({ event }) => event },
            target: "pausing",
            actions: "countRepeat",
          },
          { target: "unmade", actions: { type: "markFailed", params: ({ event }) => event } },
        ],
        "outbox.discard": "ended",
      },
      initial: "connected",
      states: {
        connected: {
          description: "The gateway is connected, as far as the message knows.",
          on: { "im.connecting": "disconnected", "im.connectFailed": "disconnected" },
        },
        disconnected: {
          on: {
            "im.connected": "connected",
            "upload.failed": {
              guard: { type: "isUnanswered", params: ({ event }) => event },
              target: "#outgoingMessage.offline",
            },
          },
        },
      },
    },
    pausing: {
      description:
        "The storage does not answer although the gateway is connected. The upload is repeated after a pause that grows. Repeating it is safe: no message is made yet.",
      meta: { rule: "8-36" },
      invoke: child("connectionEvents"),
      after: { uploadPause: "uploading" },
      on: {
        "im.connected": "uploading",
        "im.connecting": "offline",
        "im.connectFailed": "offline",
        "outbox.discard": "ended",
      },
    },
    offline: {
      description:
        "The upload failed without a connection. It continues when the connection is back, so the message does not count as failed.",
      entry: "forgetRepeats",
      invoke: child("connectionEvents"),
      on: { "im.connected": "uploading", "outbox.discard": "ended" },
    },
    queued: {
      description: "Ready. The messages picked before it are sent first.",
      entry: ["markQueued", "tellChange", "tellReady"],
      on: { "outbox.turn": "preparing", "outbox.discard": "ended" },
    },
    preparing: {
      description: "The SDK makes the message with the id that was chosen when the user pressed send.",
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
        "The message was not made, or failed before a reload. A retry starts from the draft, or continues the upload.",
      meta: { rule: "8-36" },
      entry: ["forgetRepeats", "tellChange", "tellFailed"],
      on: { "outbox.retry": { target: "beginning", actions: "markSending" }, "outbox.discard": "ended" },
    },
    sending: {
      description: "Sending. During an outage the SDK retries by itself.",
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
      description:
        "Rejected or timed out. The message stays in the chat with a retry button, and keeps its id.",
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

function fileAttachmentIn({ draft }: OutgoingMessageContext): FileAttachment | null {
  return draft.enclosure && isFileAttachment(draft.enclosure) ? draft.enclosure : null;
}
