import { assign, log, sendTo, setup, stateIn } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation } from "../domain/conversation.ts";
import type { Message, MessageEvent } from "../domain/message.ts";
import type { GatewayEvent, PageEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";

/** Announces a new message with a sound and, on a hidden page, a system notification (4-65). */

export type NotificationsEvent =
  | MessageEvent
  | PageEvent
  | GatewayEvent
  | { type: "notifications.watch"; conversationID: string | null };

export interface NotificationsContext {
  userID: string;
  /** 0 notify; any other value is a global do-not-disturb. */
  globalRecvMsgOpt: number;
  watched: string | null;
  /** New messages to announce, only the newest of each conversation. */
  queue: readonly Message[];
}

export const notificationsMachine = setup({
  types: {
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    input: {} as Pick<NotificationsContext, "userID" | "globalRecvMsgOpt">,
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    pageEvents: stream("pageEvents"),
    connectionEvents: stream("connectionEvents"),
    loadConversation: port<Conversation, { conversationID: string }>("loadConversation"),
    bell: stream<{ type: "bell.ring"; conversation: Conversation; message: Message }>("bell"),
  },
  actions: {
    watch: assign((_, { conversationID }: { conversationID: string | null }) => ({
      watched: conversationID,
    })),
    setGlobalOption: assign(({ context }, { option }: { option: number | undefined }) => ({
      globalRecvMsgOpt: option ?? context.globalRecvMsgOpt,
    })),
    enqueueAll: assign({
      queue: ({ context }, { messages }: { messages: readonly Message[] }) =>
        newestOfEach([...context.queue, ...foreign(context, messages)]),
    }),
    enqueueUnwatched: assign({
      queue: ({ context }, { messages }: { messages: readonly Message[] }) =>
        newestOfEach([
          ...context.queue,
          ...foreign(context, messages).filter((message) => message.conversationID !== context.watched),
        ]),
    }),
    ring: sendTo("bell", ({ context }, { conversation }: { conversation: Conversation }) => ({
      type: "bell.ring",
      conversation,
      message: firstOf(context),
    })),
    dropFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
    reportFailure: log(({ event }) => `notifications: ${event.type}`),
  },
  guards: {
    isPageHidden: stateIn({ page: "hidden" }),
    hasQueue: ({ context }) => context.queue.length > 0,
    mayDisturb: ({ context }, { conversation }: { conversation: Conversation }) =>
      context.globalRecvMsgOpt === 0 && conversation.recvMsgOpt === 0,
  },
}).createMachine({
  id: "notifications",
  context: ({ input: { userID, globalRecvMsgOpt } }) => ({
    userID,
    globalRecvMsgOpt,
    watched: null,
    queue: [],
  }),
  invoke: [child("messageEvents"), child("pageEvents"), child("connectionEvents"), child("bell")],
  type: "parallel",
  on: {
    "notifications.watch": {
      actions: { type: "watch", params: ({ event }) => ({ conversationID: event.conversationID }) },
    },
    "im.profileChanged": {
      actions: {
        type: "setGlobalOption",
        params: ({ event }) => ({ option: event.profile.globalRecvMsgOpt }),
      },
    },
    "im.messages": [
      {
        guard: "isPageHidden",
        actions: { type: "enqueueAll", params: ({ event }) => ({ messages: event.messages }) },
      },
      { actions: { type: "enqueueUnwatched", params: ({ event }) => ({ messages: event.messages }) } },
    ],
  },
  states: {
    page: {
      initial: "visible",
      states: {
        visible: { on: { "page.hidden": "hidden" } },
        hidden: { on: { "page.visible": "visible" } },
      },
    },
    bell: {
      initial: "quiet",
      states: {
        quiet: { always: { guard: "hasQueue", target: "asking" } },
        asking: {
          description: "Checks whether the conversation may notify: not if it or everything is muted.",
          meta: { rule: "4-65" },
          invoke: {
            id: "loadConversation",
            src: "loadConversation",
            input: ({ context }) => ({ conversationID: firstOf(context).conversationID }),
            onDone: [
              {
                guard: { type: "mayDisturb", params: ({ event }) => ({ conversation: event.output }) },
                target: "quiet",
                actions: [
                  { type: "ring", params: ({ event }) => ({ conversation: event.output }) },
                  "dropFirst",
                ],
              },
              { target: "quiet", actions: "dropFirst" },
            ],
            onError: { target: "quiet", actions: ["dropFirst", "reportFailure"] },
          },
        },
      },
    },
  },
});

function foreign(context: NotificationsContext, messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ sendID }) => sendID !== context.userID);
}

function newestOfEach(messages: readonly Message[]): readonly Message[] {
  return [...new Map(messages.map((message) => [message.conversationID, message])).values()];
}

function firstOf({ queue }: NotificationsContext): Message {
  const [message] = queue;
  if (!message) throw new Error("No message to announce");
  return message;
}
