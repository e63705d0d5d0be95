import { assign, log, setup } from "xstate";
import { child } from "../domain/child.ts";
import { conversationWith, type Message, type MessageEvent } from "../domain/message.ts";
import type { Black, ContactEvent } from "../domain/people.ts";
import { stream } from "../ports/stub.ts";

/** Conversations in which a peer is typing, for the list. */

export interface TypistsContext {
  userID: string;
  conversationIDs: readonly string[];
}

type Typing = Extract<MessageEvent, { type: "im.typing" }>;

const without = ({ conversationIDs }: TypistsContext, gone: readonly string[]) =>
  conversationIDs.filter((one) => !gone.includes(one));

export const typistsMachine = setup({
  types: {
    context: {} as TypistsContext,
    events: {} as MessageEvent | ContactEvent,
    input: {} as Pick<TypistsContext, "userID">,
  },
  actors: { messageEvents: stream("messageEvents"), contactEvents: stream("contactEvents") },
  actions: {
    note: assign(({ context }, { conversationID }: Typing) => ({
      conversationIDs: [...without(context, [conversationID]), conversationID],
    })),
    drop: assign(({ context }, { conversationID }: Typing) => ({
      conversationIDs: without(context, [conversationID]),
    })),
    dropSenders: assign(({ context }, { messages }: { messages: readonly Message[] }) => ({
      conversationIDs: without(
        context,
        messages.flatMap(({ conversationID, sendID }) => (sendID === context.userID ? [] : conversationID)),
      ),
    })),
    dropBlocked: assign(({ context }, { person }: { person: Black }) => ({
      conversationIDs: without(context, [conversationWith(person.userID, context.userID)]),
    })),
    dropAll: assign({ conversationIDs: [] }),
    reportFailure: log(({ event }) => `typists: ${event.type}`),
  },
  guards: {
    isTyping: ({ context }, { userID, typing }: Typing) => typing && userID !== context.userID,
    isPausing: ({ context }, { userID }: Typing) => userID !== context.userID,
    isNobody: ({ context }) => context.conversationIDs.length === 0,
  },
  delays: { typingTimeout: 12_000 },
}).createMachine({
  id: "typists",
  context: ({ input }) => ({ ...input, conversationIDs: [] }),
  invoke: child("messageEvents"),
  initial: "quiet",
  states: {
    quiet: {
      description: "No peer is typing.",
      on: {
        "im.typing": {
          guard: { type: "isTyping", params: ({ event }) => event },
          target: "typing",
          actions: { type: "note", params: ({ event }) => event },
        },
      },
    },
    typing: {
      description:
        "A message, a stop signal or blocking its peer takes a chat out. If the stop signals are lost, all end some time after the last sign.",
      invoke: child("contactEvents"),
      always: { guard: "isNobody", target: "quiet" },
      after: { typingTimeout: { actions: "dropAll" } },
      on: {
        "im.typing": [
          {
            guard: { type: "isTyping", params: ({ event }) => event },
            target: "typing",
            reenter: true,
            actions: { type: "note", params: ({ event }) => event },
          },
          {
            guard: { type: "isPausing", params: ({ event }) => event },
            actions: { type: "drop", params: ({ event }) => event },
          },
        ],
        "im.messages": { actions: { type: "dropSenders", params: ({ event }) => event } },
        "im.blackChanged": { actions: { type: "dropBlocked", params: ({ event }) => event } },
      },
    },
  },
});
