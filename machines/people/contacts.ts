import { assign, log, raise, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import { child } from "../domain/child.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import type { ContactEvent, Group, GroupEvent } from "../domain/people.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { chatPath } from "../domain/route.ts";
import { port, stream } from "../ports/stub.ts";
import { type ContactLists, type ContactNews, contactsAfter, renewedLists } from "./contact-lists.ts";

/** Friends, groups and blocked users, updated by events; also opens a chat with a friend or group. */

export type ContactKey = { userID: string } | { groupID: string };

export type ContactsEvent =
  | ContactEvent
  | GroupEvent
  | ConversationListEvent
  | SyncEvent
  | { type: "contacts.shown" }
  | { type: "user.retryContacts" }
  | { type: "user.openChat"; contact: ContactKey }
  | { type: "user.unblock"; userID: string };

export interface ContactsContext extends ContactLists {
  /**
   * Group ids from conversation and join events since the lists were requested, or that caused the request.
   * The loaded lists may be older and miss these groups.
   */
  heard: readonly string[];
  /** Events since the list request; its answer may be older. */
  late: readonly ContactNews[];
  /** Users to unblock, in order; the first request is running. */
  unblocking: readonly string[];
}

interface Report {
  news: ContactNews;
}

interface Groups {
  groupIDs: readonly string[];
}

export const contactsMachine = setup({
  types: {
    context: {} as ContactsContext,
    events: {} as ContactsEvent,
    tags: {} as "loading" | "failed",
  },
  actors: {
    contactEvents: stream("contactEvents"),
    groupEvents: stream("groupEvents"),
    conversationEvents: stream("conversationEvents"),
    syncEvents: stream("syncEvents"),
    loadContacts: port<ContactLists>("loadContacts"),
    findConversation: port<Conversation, ContactKey>("findConversation"),
    unblock: port<void, { userID: string }>("unblock"),
  },
  actions: {
    take: assign(({ context }, { news }: Report) => contactsAfter(context, news)),
    takeForLater: assign(({ context }, { news }: Report) => ({
      ...contactsAfter(context, news),
      late: [...context.late, news],
    })),
    forgetLate: assign({ late: [] }),
    setLists: assign(({ context }, { friends, groups, blacks }: ContactLists) => ({
      ...renewedLists(context, context.late.reduce(contactsAfter, { friends, groups, blacks })),
      heard: [],
    })),
    noteGroups: assign({
      heard: ({ context }, { groupIDs }: Groups) => [...new Set([...context.heard, ...groupIDs])],
    }),
    queueUnblock: assign({
      unblocking: ({ context }, { userID }: { userID: string }) => [...context.unblocking, userID],
    }),
    dropUnblocked: assign({ unblocking: ({ context }) => context.unblocking.slice(1) }),
    forgetBlack: raise(({ context }) => ({
      type: "im.blackRemoved" as const,
      userID: firstUnblocking(context),
    })),
    goToChat: sendTo(navigationOf, (_, { conversationID }: { conversationID: string }) => ({
      type: "navigation.go" as const,
      to: chatPath(conversationID),
    })),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `contacts: ${event.type}`),
  },
  guards: {
    hasNewGroup: ({ context }, { groupIDs }: Groups) => lacksAny(context.groups, groupIDs),
    lacksHeard: ({ context }, { groups }: ContactLists) => lacksAny(groups, context.heard),
    hasUnblocking: ({ context }) => context.unblocking.length > 0,
    mayUnblock: ({ context }, { userID }: { userID: string }) => !isBeingUnblocked(context, userID),
  },
  delays: { joinDelay: 1000 },
}).createMachine({
  id: "contacts",
  context: { friends: [], groups: [], blacks: [], heard: [], late: [], unblocking: [] },
  invoke: [child("contactEvents"), child("groupEvents"), child("conversationEvents"), child("syncEvents")],
  type: "parallel",
  states: {
    lists: {
      initial: "loading",
      on: {
        "im.syncFinished": ".loading",
        "im.contactsChanged": ".loading",
        "im.groupJoined": {
          target: ".loading",
          actions: { type: "noteGroups", params: ({ event }) => ({ groupIDs: [event.groupID] }) },
        },
        "im.friendChanged": { actions: { type: "take", params: ({ event }) => ({ news: event }) } },
        "im.friendRemoved": { actions: { type: "take", params: ({ event }) => ({ news: event }) } },
        "im.groupChanged": { actions: { type: "take", params: ({ event }) => ({ news: event }) } },
        "im.groupLeft": { actions: { type: "take", params: ({ event }) => ({ news: event }) } },
        "im.groupDismissed": { actions: { type: "take", params: ({ event }) => ({ news: event }) } },
        "im.blackChanged": { actions: { type: "take", params: ({ event }) => ({ news: event }) } },
        "im.blackRemoved": { actions: { type: "take", params: ({ event }) => ({ news: event }) } },
      },
      states: {
        loading: {
          tags: "loading",
          description:
            "Load from the local database. The old lists stay on screen meanwhile. Events during the load are newer than the answer.",
          entry: "forgetLate",
          on: {
            "im.friendChanged": {
              actions: { type: "takeForLater", params: ({ event }) => ({ news: event }) },
            },
            "im.friendRemoved": {
              actions: { type: "takeForLater", params: ({ event }) => ({ news: event }) },
            },
            "im.groupChanged": {
              actions: { type: "takeForLater", params: ({ event }) => ({ news: event }) },
            },
            "im.groupLeft": { actions: { type: "takeForLater", params: ({ event }) => ({ news: event }) } },
            "im.groupDismissed": {
              actions: { type: "takeForLater", params: ({ event }) => ({ news: event }) },
            },
            "im.blackChanged": {
              actions: { type: "takeForLater", params: ({ event }) => ({ news: event }) },
            },
            "im.blackRemoved": {
              actions: { type: "takeForLater", params: ({ event }) => ({ news: event }) },
            },
            "im.groupJoined": {
              actions: { type: "noteGroups", params: ({ event }) => ({ groupIDs: [event.groupID] }) },
            },
            "im.conversations": {
              actions: {
                type: "noteGroups",
                params: ({ event }) => ({ groupIDs: groupsIn(event.conversations) }),
              },
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
              guard: {
                type: "hasNewGroup",
                params: ({ event }) => ({ groupIDs: groupsIn(event.conversations) }),
              },
              target: "expecting",
              actions: {
                type: "noteGroups",
                params: ({ event }) => ({ groupIDs: groupsIn(event.conversations) }),
              },
            },
          },
        },
        expecting: {
          description:
            "Another user added this user to a group. The first message may be the only event, and the SDK's group list is updated a little later. So wait, then reload.",
          after: { joinDelay: "loading" },
          on: {
            "im.groupJoined": {
              actions: { type: "noteGroups", params: ({ event }) => ({ groupIDs: [event.groupID] }) },
            },
            "im.conversations": {
              actions: {
                type: "noteGroups",
                params: ({ event }) => ({ groupIDs: groupsIn(event.conversations) }),
              },
            },
          },
        },
        failed: { tags: "failed", on: { "user.retryContacts": "loading", "contacts.shown": "loading" } },
      },
    },
    blackList: {
      initial: "resting",
      on: {
        "user.unblock": {
          guard: { type: "mayUnblock", params: ({ event }) => event },
          actions: { type: "queueUnblock", params: ({ event }) => event },
        },
      },
      states: {
        resting: { always: { guard: "hasUnblocking", target: "removing" } },
        removing: {
          description: "Unblocks one user at a time, and updates the list before the server's event arrives.",
          invoke: {
            id: "unblock",
            src: "unblock",
            input: ({ context }) => ({ userID: firstUnblocking(context) }),
            onDone: { target: "resting", actions: ["forgetBlack", "dropUnblocked"] },
            onError: {
              target: "resting",
              actions: [{ type: "notify", params: asToast }, "dropUnblocked"],
            },
          },
        },
      },
    },
    door: {
      initial: "closed",
      states: {
        closed: { on: { "user.openChat": "opening" } },
        opening: {
          description: "Get or create the conversation with the friend or group.",
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
            onError: { target: "closed", actions: { type: "notify", params: asToast } },
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

/** Whether an unblock request for this user is queued or running. */
export function isBeingUnblocked({ unblocking }: ContactsContext, userID: string): boolean {
  return unblocking.includes(userID);
}

function firstUnblocking({ unblocking }: ContactsContext): string {
  const [userID] = unblocking;
  if (userID === undefined) throw new Error("No user to unblock");
  return userID;
}
