import { assign, log, sendTo, setup } from "xstate";
import { child } from "../domain/child.ts";
import type { Conversation } from "../domain/conversation.ts";
import { conversationIn, type Place } from "../domain/route.ts";
import { port, stream } from "../ports/stub.ts";
import { navigationOf } from "./navigation.ts";

/**
 * Opens a card, or the link that led to the sign-in, from the list. The route guard leads there while the SDK starts
 * (4-07).
 * A chat opens only if this account has it: the link may be meant for another account.
 */

export type KeptLinkEvent =
  /** Sent at the start if there is a link. */
  { type: "link.kept"; link: Place } | { type: "place.changed"; place: Place };

export interface KeptLinkContext {
  /** The chat to open. */
  link: Place;
}

export const keptLinkMachine = setup({
  types: { context: {} as KeptLinkContext, events: {} as KeptLinkEvent },
  actors: {
    linkStore: stream("linkStore"),
    loadConversation: port<Conversation, { conversationID: string }>("loadConversation"),
    firstSync: port<boolean>("firstSync"),
  },
  actions: {
    setLink: assign((_, { link }: { link: Place }) => ({ link })),
    open: sendTo(navigationOf, (_, { link: { path, search } }: { link: Place }) => ({
      type: "navigation.go" as const,
      to: `${path}?${search}`,
    })),
    reportFailure: log(({ event }) => `keptLink: ${event.type}`),
  },
  guards: {
    isChat: (_, { link }: { link: Place }) => conversationIn(link) !== null,
    isCard: (_, { link: { path } }: { link: Place }) => path === "/userCard" || path === "/groupCard",
    isElsewhere: (_, { place }: { place: Place }) => place.path !== "/conversation",
    hasSynced: (_, { hasSynced }: { hasSynced: boolean }) => hasSynced,
  },
}).createMachine({
  id: "keptLink",
  context: { link: { path: "", search: "" } },
  invoke: child("linkStore"),
  initial: "settled",
  states: {
    settled: {
      description: "No link waits. The navigation opens meetings and shares itself, without the list.",
      on: {
        "link.kept": [
          {
            guard: { type: "isChat", params: ({ event }) => event },
            target: "finding",
            actions: { type: "setLink", params: ({ event }) => event },
          },
          {
            guard: { type: "isCard", params: ({ event }) => event },
            actions: { type: "open", params: ({ event }) => event },
          },
        ],
      },
    },
    finding: {
      description: "Looks for the chat among those of this account.",
      invoke: {
        id: "loadConversation",
        src: "loadConversation",
        input: ({ context: { link } }) => ({ conversationID: conversationIn(link) ?? "" }),
        onDone: { target: "settled", actions: { type: "open", params: ({ context }) => context } },
        onError: { target: "waiting", actions: "reportFailure" },
      },
      on: {
        "place.changed": { guard: { type: "isElsewhere", params: ({ event }) => event }, target: "settled" },
      },
    },
    waiting: {
      description: "On a new device the chat comes with the first sync. Without it, the list stays.",
      invoke: {
        id: "firstSync",
        src: "firstSync",
        onDone: [
          {
            guard: { type: "hasSynced", params: ({ event }) => ({ hasSynced: event.output }) },
            target: "finding",
          },
          { target: "settled" },
        ],
        onError: { target: "settled", actions: "reportFailure" },
      },
      on: {
        "place.changed": { guard: { type: "isElsewhere", params: ({ event }) => event }, target: "settled" },
      },
    },
  },
});
