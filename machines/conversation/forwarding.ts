import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import { toastsOf } from "../app/toasts.ts";
import type { MeetingCard } from "../domain/call.ts";
import { endingIn } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import { isRemoved, type Message, type MessageEvent } from "../domain/message.ts";
import { ownValue } from "../domain/own-value.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import {
  attachmentsOf,
  type ClosedGroups,
  cardAttachment,
  type Manner,
  MOST_RECEIVERS,
  type Receiver,
  type Summary,
} from "./forwarded-messages.ts";

/** Forwarding messages or sending a card: pick the chats, confirm, then hand them to the outbox. */

type Recall = Extract<MessageEvent, { type: "im.revoked" }>;

export type ForwardingEvent =
  | MessageEvent
  | { type: "user.pickReceiver"; receiver: Receiver }
  | { type: "user.confirmReceivers" }
  /** One step back: from confirming to picking, from picking to closed. */
  | { type: "user.leaveForwarding" }
  | { type: "user.chooseManner"; manner: Manner }
  | { type: "user.typeWord"; word: string }
  | { type: "user.sendForward"; summary: Summary };

export interface ForwardingInput {
  messages: readonly Message[];
  /** Sent in place of messages. */
  card?: MeetingCard;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface ForwardingContext extends ForwardingInput {
  receivers: readonly Receiver[];
  manner: Manner;
  /** The text to send with the messages, untrimmed. */
  word: string;
  /** The summary at the time of sending. */
  summary: Summary;
  closed: ClosedGroups;
  /** Shown in the sheet: one chat too many was picked, or the chats were not found. */
  trouble: Trouble | null;
}

export type Trouble = "tooManyChats" | FailureCode;

export interface ForwardingOutput {
  isSent: boolean;
}

const ENDS = ["left", "sent"] as const;

export const forwardingMachine = setup({
  types: {
    context: {} as ForwardingContext,
    events: {} as ForwardingEvent,
    input: {} as ForwardingInput,
    output: {} as ForwardingOutput,
    tags: {} as "confirming" | "working",
  },
  actors: {
    messageEvents: stream("messageEvents"),
    findClosed: port<ClosedGroups>("findClosed"),
    findReceivers: port<readonly string[], { receivers: readonly Receiver[] }>("findReceivers"),
  },
  actions: {
    toggle: assign({
      receivers: ({ context: { receivers } }, { receiver }: { receiver: Receiver }) =>
        isAmong(receivers, receiver)
          ? receivers.filter(({ conversationID }) => conversationID !== receiver.conversationID)
          : [...receivers, receiver],
      trouble: null,
    }),
    setTrouble: assign((_, { trouble }: { trouble: Trouble }) => ({ trouble })),
    clearTrouble: assign({ trouble: null }),
    setManner: assign((_, { manner }: { manner: Manner }) => ({ manner })),
    setClosed: assign((_, { closed }: { closed: ClosedGroups }) => ({ closed })),
    drop: assign(({ context }, { recall }: { recall: Recall }) => ({
      messages: context.messages.filter((message) => !isRemoved(message, recall)),
    })),
    notifyRecalled: sendTo(toastsOf, {
      type: "toast.add",
      toast: { tone: "info", key: "recalled" },
    }),
    setWord: assign((_, { word }: { word: string }) => ({ word })),
    setSummary: assign((_, { summary }: { summary: Summary }) => ({ summary })),
    /** Each chat gets its own copies, then the text. */
    dispatch: enqueueActions(({ context, enqueue }, { found }: { found: readonly string[] }) => {
      const { messages, card, outbox, clock, manner, summary } = context;
      const caption = context.word.trim();
      for (const conversationID of found) {
        const attachments = card
          ? [cardAttachment(card, clock)]
          : attachmentsOf(messages, { manner, ...summary }, clock);
        enqueue.sendTo(outbox, { type: "outbox.attach", conversationID, attachments, caption });
      }
    }),
    /** The screen of a meeting shows itself that its card was sent. */
    notifyForwarded: enqueueActions(({ context, enqueue, self }) => {
      if (context.card) return;
      const toast = { tone: "info" as const, key: "forwarded" as const };
      enqueue.sendTo(toastsOf({ self }), { type: "toast.add", toast });
    }),
    reportFailure: log(({ event }) => `forwarding: ${event.type}`),
  },
  guards: {
    /** A card has no messages. */
    isLast: ({ context: { messages } }, { recall }: { recall: Recall }) =>
      messages.length > 0 && messages.every((message) => isRemoved(message, recall)),
    isForwarded: ({ context: { messages } }, { recall }: { recall: Recall }) =>
      messages.some((message) => isRemoved(message, recall)),
    isOneOfSeveral: ({ context: { messages } }, { recall }: { recall: Recall }) =>
      messages.length > 1 && messages.some((message) => isRemoved(message, recall)),
    isClosed: ({ context: { closed, receivers } }, { receiver }: { receiver: Receiver }) =>
      "groupID" in receiver.contact &&
      ownValue(closed, receiver.contact.groupID) !== undefined &&
      !isAmong(receivers, receiver),
    isTooMany: ({ context: { receivers } }, { receiver }: { receiver: Receiver }) =>
      receivers.length >= MOST_RECEIVERS && !isAmong(receivers, receiver),
    hasReceivers: ({ context }) => context.receivers.length > 0,
    hasSeveral: ({ context }) => context.messages.length > 1,
  },
}).createMachine({
  id: "forwarding",
  context: ({ input }) => ({
    ...input,
    receivers: [],
    manner: input.messages.length > 1 ? "merged" : "each",
    word: "",
    summary: { title: "", lines: [] },
    closed: {},
    trouble: null,
  }),
  invoke: [
    child("messageEvents"),
    {
      id: "findClosed",
      src: "findClosed",
      onDone: { actions: { type: "setClosed", params: ({ event }) => ({ closed: event.output }) } },
      onError: { actions: "reportFailure" },
    },
  ],
  initial: "picking",
  on: {
    "im.revoked": [
      {
        guard: { type: "isLast", params: ({ event }) => ({ recall: event }) },
        target: ".left",
        actions: "notifyRecalled",
      },
      {
        guard: { type: "isForwarded", params: ({ event }) => ({ recall: event }) },
        actions: [{ type: "drop", params: ({ event }) => ({ recall: event }) }, "notifyRecalled"],
      },
    ],
  },
  states: {
    picking: {
      description: "Groups where the user may not write show the reason and cannot be picked.",
      exit: "clearTrouble",
      on: {
        "user.pickReceiver": [
          { guard: { type: "isClosed", params: ({ event }) => event } },
          {
            guard: { type: "isTooMany", params: ({ event }) => event },
            actions: { type: "setTrouble", params: { trouble: "tooManyChats" } },
          },
          { actions: { type: "toggle", params: ({ event }) => event } },
        ],
        "user.confirmReceivers": { guard: "hasReceivers", target: "confirming" },
        "user.leaveForwarding": "left",
      },
    },
    confirming: {
      description: "Shows a preview. Going back keeps the picked chats and the text.",
      tags: "confirming",
      exit: "clearTrouble",
      on: {
        "user.chooseManner": {
          guard: "hasSeveral",
          actions: { type: "setManner", params: ({ event }) => event },
        },
        "user.typeWord": { actions: { type: "setWord", params: ({ event }) => event } },
        "user.leaveForwarding": "picking",
        "user.sendForward": {
          target: "finding",
          actions: { type: "setSummary", params: ({ event }) => event },
        },
      },
    },
    finding: {
      description:
        "Create the conversation first if the chat has no messages yet. If a message is recalled meanwhile, the user confirms again: the preview had its words.",
      tags: ["confirming", "working"],
      on: {
        "im.revoked": {
          guard: { type: "isOneOfSeveral", params: ({ event }) => ({ recall: event }) },
          target: "confirming",
          actions: [{ type: "drop", params: ({ event }) => ({ recall: event }) }, "notifyRecalled"],
        },
      },
      invoke: {
        id: "findReceivers",
        src: "findReceivers",
        input: ({ context }) => ({ receivers: context.receivers }),
        onDone: {
          target: "sent",
          actions: [
            { type: "dispatch", params: ({ event }) => ({ found: event.output }) },
            "notifyForwarded",
          ],
        },
        onError: {
          target: "confirming",
          actions: {
            type: "setTrouble",
            params: ({ event }) => ({ trouble: failureCode(event.error) }),
          },
        },
      },
    },
    left: { type: "final", output: "left" },
    sent: {
      type: "final",
      description: "The outbox has the messages. Errors show in the chat they belong to.",
      output: "sent",
    },
  },
  output: ({ event }): ForwardingOutput => ({ isSent: endingIn(event, ENDS) === "sent" }),
});

function isAmong(receivers: readonly Receiver[], { conversationID }: Receiver): boolean {
  return receivers.some((one) => one.conversationID === conversationID);
}
