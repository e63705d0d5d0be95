import { assign, log, raise, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addNotice, failureNotice, toastsOf } from "../app/toasts.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import { failureCode } from "../domain/failure.ts";
import type { ContactEvent, Group, GroupEvent } from "../domain/people.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { chatPath } from "../domain/route.ts";
import { port, stream } from "../ports/stub.ts";
import { type ContactLists, type ContactNews, contactsAfter, renewedLists } from "./contact-lists.ts";

/** Friends, groups and the black list, kept by what is reported of each, and opening a chat with one of them. */

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
  /** Groups that spoke since the lists were asked for, or made them be asked for, by id: an answer may be older than they are. */
  heard: readonly string[];
  /** What was reported since the lists were asked for: the answer may be older. */
  late: readonly ContactNews[];
  /** To be taken off the black list, one after another; the first one is being taken off. */
  pardons: readonly string[];
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
    queuePardon: assign({
      pardons: ({ context }, { userID }: { userID: string }) => [...context.pardons, userID],
    }),
    dropPardon: assign({ pardons: ({ context }) => context.pardons.slice(1) }),
    forgetBlack: raise(({ context }) => ({
      type: "im.blackRemoved" as const,
      userID: firstPardon(context),
    })),
    goToChat: sendTo(navigationOf, (_, { conversationID }: { conversationID: string }) => ({
      type: "navigation.go" as const,
      to: chatPath(conversationID),
    })),
    notify: sendTo(toastsOf, addNotice),
    reportFailure: log(({ event }) => `contacts: ${event.type}`),
  },
  guards: {
    hasNewGroup: ({ context }, { groupIDs }: Groups) => lacksAny(context.groups, groupIDs),
    lacksHeard: ({ context }, { groups }: ContactLists) => lacksAny(groups, context.heard),
    hasPardon: ({ context }) => context.pardons.length > 0,
    mayUnblock: ({ context }, { userID }: { userID: string }) => !isBeingUnblocked(context, userID),
  },
  delays: { joinDelay: 1000 },
}).createMachine({
  id: "contacts",
  context: { friends: [], groups: [], blacks: [], heard: [], late: [], pardons: [] },
  invoke: [
    { id: "contactEvents", src: "contactEvents", onError: { actions: "reportFailure" } },
    { id: "groupEvents", src: "groupEvents", onError: { actions: "reportFailure" } },
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
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
            "Read from the local database; what is on screen stays until the answer, and what is reported meanwhile is newer than it.",
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
            "Somebody added me to a group: its first message may be all that says so, and the SDK's list of groups follows a little later.",
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
          actions: { type: "queuePardon", params: ({ event }) => event },
        },
      },
      states: {
        resting: { always: { guard: "hasPardon", target: "removing" } },
        removing: {
          description: "One person at a time; the list is right before the server's word of it comes.",
          invoke: {
            id: "unblock",
            src: "unblock",
            input: ({ context }) => ({ userID: firstPardon(context) }),
            onDone: { target: "resting", actions: ["forgetBlack", "dropPardon"] },
            onError: {
              target: "resting",
              actions: [
                {
                  type: "notify",
                  params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
                },
                "dropPardon",
              ],
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

/** Whether somebody is about to be taken off the black list. */
export function isBeingUnblocked({ pardons }: ContactsContext, userID: string): boolean {
  return pardons.includes(userID);
}

function firstPardon({ pardons }: ContactsContext): string {
  const [userID] = pardons;
  if (userID === undefined) throw new Error("Nobody is to be unblocked");
  return userID;
}
