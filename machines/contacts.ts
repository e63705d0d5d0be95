import { assign, log, sendTo, setup } from "xstate";
import { navigationOf } from "./navigation.ts";
import { addNotice, failureNotice, noticesOf } from "./notices.ts";
import { port, stream } from "./ports/stub.ts";
import type { Conversation, ConversationListEvent } from "./vocabulary/conversations.ts";
import { failureCode } from "./vocabulary/failures.ts";
import type { ContactEvent, Friend, Group } from "./vocabulary/people.ts";
import { chatPath } from "./vocabulary/places.ts";
import type { SyncEvent } from "./vocabulary/surroundings.ts";

/** Friends and groups, and opening a chat with one of them. */

export type ContactKey = { userID: string } | { groupID: string };

export type ContactsEvent =
  | ContactEvent
  | ConversationListEvent
  | SyncEvent
  | { type: "contacts.shown" }
  | { type: "user.retryContacts" }
  | { type: "user.openChat"; contact: ContactKey };

export interface ContactsContext {
  friends: readonly Friend[];
  groups: readonly Group[];
  /** Groups that spoke since the lists were asked for, or made them be asked for, by id: an answer may be older than they are. */
  heard: readonly string[];
}

interface Lists {
  friends: Friend[];
  groups: Group[];
}

interface Rows {
  rows: readonly Conversation[];
}

export const contactsMachine = setup({
  types: {
    context: {} as ContactsContext,
    events: {} as ContactsEvent,
    tags: {} as "loading" | "failed",
  },
  actors: {
    contactEvents: stream("contactEvents"),
    conversationEvents: stream("conversationEvents"),
    syncEvents: stream("syncEvents"),
    loadContacts: port<Lists>("loadContacts"),
    findConversation: port<Conversation, ContactKey>("findConversation"),
  },
  actions: {
    setLists: assign((_, { friends, groups }: Lists) => ({ friends, groups, heard: [] })),
    noteGroups: assign({
      heard: ({ context }, { rows }: Rows) => [...new Set([...context.heard, ...groupsIn(rows)])],
    }),
    goToChat: sendTo(navigationOf, (_, { conversationID }: { conversationID: string }) => ({
      type: "navigation.go" as const,
      to: chatPath(conversationID),
    })),
    notify: sendTo(noticesOf, addNotice),
    reportFailure: log(({ event }) => `contacts: ${event.type}`),
  },
  guards: {
    hasNewGroup: ({ context }, { rows }: Rows) => lacksAny(context.groups, groupsIn(rows)),
    lacksHeard: ({ context }, { groups }: Lists) => lacksAny(groups, context.heard),
  },
  delays: { joinDelay: 1000 },
}).createMachine({
  id: "contacts",
  context: { friends: [], groups: [], heard: [] },
  invoke: [
    { id: "contactEvents", src: "contactEvents", onError: { actions: "reportFailure" } },
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  states: {
    lists: {
      initial: "loading",
      on: {
        "im.syncFinished": ".loading",
        "im.friendsChanged": ".loading",
        "im.groupsChanged": ".loading",
      },
      states: {
        loading: {
          tags: "loading",
          description: "Read from the local database; what is on screen stays until the answer.",
          on: {
            "im.conversations": {
              actions: { type: "noteGroups", params: ({ event }) => ({ rows: event.conversations }) },
            },
          },
          invoke: {
            id: "loadContacts",
            src: "loadContacts",
            onDone: [
              {
                guard: { type: "lacksHeard", params: ({ event }) => event.output },
                target: "expecting",
                actions: { type: "setLists", params: ({ event }) => event.output },
              },
              { target: "ready", actions: { type: "setLists", params: ({ event }) => event.output } },
            ],
            onError: { target: "failed", actions: "reportFailure" },
          },
        },
        ready: {
          on: {
            "contacts.shown": "loading",
            "im.conversations": {
              guard: { type: "hasNewGroup", params: ({ event }) => ({ rows: event.conversations }) },
              target: "expecting",
              actions: { type: "noteGroups", params: ({ event }) => ({ rows: event.conversations }) },
            },
          },
        },
        expecting: {
          description:
            "Somebody added me to a group: its first message may be all that says so, and the SDK's list of groups follows a little later.",
          after: { joinDelay: "loading" },
          on: {
            "im.conversations": {
              actions: { type: "noteGroups", params: ({ event }) => ({ rows: event.conversations }) },
            },
          },
        },
        failed: { tags: "failed", on: { "user.retryContacts": "loading", "contacts.shown": "loading" } },
      },
    },
    door: {
      initial: "closed",
      states: {
        closed: { on: { "user.openChat": "opening" } },
        opening: {
          description: "The conversation with a friend or of a group is found, or made.",
          invoke: {
            id: "findConversation",
            src: "findConversation",
            input: ({ event }) => contactIn(event),
            onDone: {
              target: "closed",
              actions: {
                type: "goToChat",
                params: ({ event }) => ({ conversationID: event.output.conversationID }),
              },
            },
            onError: {
              target: "closed",
              actions: {
                type: "notify",
                params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
              },
            },
          },
        },
      },
    },
  },
});

function groupsIn(rows: readonly Conversation[]): string[] {
  return rows.filter(({ kind }) => kind === "group").map(({ groupID }) => groupID);
}

function lacksAny(groups: readonly Group[], ids: readonly string[]): boolean {
  const known = new Set(groups.map(({ groupID }) => groupID));
  return ids.some((id) => !known.has(id));
}

function contactIn(event: ContactsEvent): ContactKey {
  if (event.type !== "user.openChat") throw new Error(`No contact in ${event.type}`);
  return event.contact;
}
