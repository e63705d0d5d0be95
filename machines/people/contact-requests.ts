import { assign, type DoneActorEvent, type ErrorActorEvent, log, sendTo, setup } from "xstate";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import { child } from "../domain/child.ts";
import {
  type Answer,
  type Application,
  type ApplicationEvent,
  type ApplicationKind,
  type ApplicationLists,
  eachOnce,
  HandleResult,
  isPending,
  isSameApplication,
  listOf,
  RECEIVED,
  type Viewed,
  viewedEntry,
  withChange,
} from "../domain/contact-request.ts";
import type { ContactEvent } from "../domain/people.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import type { Place } from "../domain/route.ts";
import { port, stream } from "../ports/stub.ts";

/** Friend and group requests, received and sent: the lists, which ones were viewed, and the answers. */

export type ContactRequestsEvent =
  | ApplicationEvent
  | ContactEvent
  | SyncEvent
  | { type: "place.changed"; place: Place }
  /** The list region also receives the answer result, next to the region that sent the answer. */
  | DoneActorEvent<void, "answerApplication">
  | ErrorActorEvent<unknown, "answerApplication">
  | { type: "user.retryApplications" }
  | { type: "user.answerApplication"; answer: Answer };

export interface ContactRequestsContext {
  userID: string;
  place: Place;
  lists: ApplicationLists;
  /** Events since the list request; its answer may be older. */
  late: readonly ApplicationEvent[];
  viewed: Viewed;
  /** Queued; the first one is being sent. */
  answers: readonly Answer[];
}

export const contactRequestsMachine = setup({
  types: {
    context: {} as ContactRequestsContext,
    events: {} as ContactRequestsEvent,
    input: {} as Pick<ContactRequestsContext, "userID" | "place">,
    tags: {} as "loading" | "failed",
  },
  actors: {
    applicationEvents: stream("applicationEvents"),
    contactEvents: stream("contactEvents"),
    syncEvents: stream("syncEvents"),
    loadApplications: port<ApplicationLists>("loadApplications"),
    answerApplication: port<void, Answer>("answerApplication"),
    readViewed: port<Viewed, { userID: string }>("readViewed"),
    viewedStore: stream<{ type: "viewed.write"; userID: string; viewed: Viewed }>("viewedStore"),
  },
  actions: {
    take: assign({
      lists: ({ context }, change: ApplicationEvent) => withChange(context.lists, change, context.userID),
    }),
    keepForAnswer: assign({
      late: ({ context }, change: ApplicationEvent) => [...context.late, change],
    }),
    forgetLate: assign({ late: [] }),
    setLists: assign(({ context }, { lists }: { lists: ApplicationLists }) => ({
      lists: context.late.reduce((all, change) => withChange(all, change, context.userID), eachOnce(lists)),
    })),
    setViewed: assign((_, { viewed }: { viewed: Viewed }) => ({ viewed })),
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
    markViewed: assign({
      viewed: ({ context }, { kind }: { kind: ApplicationKind }) => ({
        ...context.viewed,
        // Drop the viewed mark of requests that no longer exist (3-34).
        [kind]: context.lists[RECEIVED[kind]].map(viewedEntry),
      }),
    }),
    keepViewed: sendTo("viewedStore", ({ context: { userID, viewed } }) => ({
      type: "viewed.write" as const,
      userID,
      viewed,
    })),
    queueAnswer: assign({
      answers: ({ context }, { answer }: { answer: Answer }) => [...context.answers, answer],
    }),
    dropAnswer: assign({ answers: ({ context }) => context.answers.slice(1) }),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `contactRequests: ${event.type}`),
  },
  guards: {
    isAtFriends: ({ context }) => context.place.path === "/newFriend",
    isAtGroups: ({ context }) => context.place.path === "/newGroup",
    hasNew: ({ context }, { kind }: { kind: ApplicationKind }) => unseen(context, kind).length > 0,
    isThere: ({ context }) => answeredEntry(context) !== undefined,
    hasAnswer: ({ context }) => context.answers.length > 0,
    isAnswerable: ({ context }, { answer }: { answer: Answer }) => {
      const application = findApplication(context, answer);
      return application !== undefined && isPending(application) && !isBeingAnswered(context, application);
    },
  },
}).createMachine({
  id: "contactRequests",
  context: ({ input }) => ({
    ...input,
    lists: { receivedFriends: [], sentFriends: [], receivedGroups: [], sentGroups: [] },
    late: [],
    viewed: { friend: [], group: [] },
    answers: [],
  }),
  invoke: [child("applicationEvents"), child("contactEvents"), child("syncEvents"), child("viewedStore")],
  type: "parallel",
  states: {
    lists: {
      initial: "loading",
      on: {
        "im.syncFinished": ".loading",
        // The lists have no requests of blocked users (6-09).
        "im.blackChanged": ".loading",
        "im.blackRemoved": ".loading",
        "im.contactsChanged": ".loading",
        // The request may have been answered elsewhere.
        "xstate.error.actor.answerApplication": ".loading",
        "im.applicationChanged": { actions: { type: "take", params: ({ event }) => event } },
        "im.applicationsHidden": { actions: { type: "take", params: ({ event }) => event } },
        "xstate.done.actor.answerApplication": [
          { guard: "isThere", actions: { type: "take", params: ({ context }) => answered(context) } },
          // A newer request of the same user for another group replaced it (0-09).
          { target: ".loading" },
        ],
      },
      states: {
        loading: {
          tags: "loading",
          description:
            "Load from the server: a client that was offline gets no events for requests made meanwhile. Events during the load are newer than the answer.",
          entry: "forgetLate",
          on: {
            "im.applicationChanged": {
              actions: [
                { type: "take", params: ({ event }) => event },
                { type: "keepForAnswer", params: ({ event }) => event },
              ],
            },
            "im.applicationsHidden": {
              actions: [
                { type: "take", params: ({ event }) => event },
                { type: "keepForAnswer", params: ({ event }) => event },
              ],
            },
            "xstate.done.actor.answerApplication": {
              guard: "isThere",
              actions: [
                { type: "take", params: ({ context }) => answered(context) },
                { type: "keepForAnswer", params: ({ context }) => answered(context) },
              ],
            },
          },
          invoke: {
            id: "loadApplications",
            src: "loadApplications",
            onDone: {
              target: "ready",
              actions: { type: "setLists", params: ({ event }) => ({ lists: event.output }) },
            },
            onError: { target: "failed", actions: "reportFailure" },
          },
        },
        ready: {},
        failed: { tags: "failed", on: { "user.retryApplications": "loading" } },
      },
    },
    answers: {
      initial: "resting",
      on: {
        "user.answerApplication": {
          guard: { type: "isAnswerable", params: ({ event }) => event },
          actions: { type: "queueAnswer", params: ({ event }) => event },
        },
      },
      states: {
        resting: { always: { guard: "hasAnswer", target: "sending" } },
        sending: {
          description: "Sends one answer at a time. After an error the lists are reloaded.",
          invoke: {
            id: "answerApplication",
            src: "answerApplication",
            input: ({ context }) => firstAnswer(context),
            onDone: { target: "resting", actions: "dropAnswer" },
            onError: {
              target: "resting",
              actions: [{ type: "notify", params: asToast }, "dropAnswer"],
            },
          },
        },
      },
    },
    eyes: {
      description: "The list on screen counts as viewed (3-32, 3-33).",
      initial: "opening",
      on: {
        "place.changed": { target: ".looking", actions: { type: "goTo", params: ({ event }) => event } },
      },
      states: {
        opening: {
          description: "Load which requests were viewed in earlier sessions.",
          on: { "place.changed": { actions: { type: "goTo", params: ({ event }) => event } } },
          invoke: {
            id: "readViewed",
            src: "readViewed",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: {
              target: "looking",
              actions: { type: "setViewed", params: ({ event }) => ({ viewed: event.output }) },
            },
            onError: { target: "looking", actions: "reportFailure" },
          },
        },
        looking: {
          always: [
            { guard: "isAtFriends", target: "atFriends" },
            { guard: "isAtGroups", target: "atGroups" },
            { target: "elsewhere" },
          ],
        },
        atFriends: {
          always: {
            guard: { type: "hasNew", params: { kind: "friend" } },
            actions: [{ type: "markViewed", params: { kind: "friend" } }, "keepViewed"],
          },
        },
        atGroups: {
          always: {
            guard: { type: "hasNew", params: { kind: "group" } },
            actions: [{ type: "markViewed", params: { kind: "group" } }, "keepViewed"],
          },
        },
        elsewhere: {},
      },
    },
  },
});

export function findApplication(
  { lists, userID }: Pick<ContactRequestsContext, "lists" | "userID">,
  { application }: Pick<Answer, "application">,
): Application | undefined {
  return lists[listOf(application, userID)].find((one) => isSameApplication(one, application));
}

export function isBeingAnswered({ answers }: ContactRequestsContext, application: Application): boolean {
  return answers.some((answer) => isSameApplication(answer.application, application));
}

/** Received requests without an answer (4-41), viewed or not. The tab's badge shows this count (0-05). */
export function pendingCount({ lists }: ContactRequestsContext, kind: ApplicationKind): number {
  return lists[RECEIVED[kind]].filter(isPending).length;
}

/**
 * unHandleFriendApplicationNum and unHandleGroupApplicationNum: pending requests that were never viewed
 * (3-27, 4-44).
 */
export function unhandledCount(context: ContactRequestsContext, kind: ApplicationKind): number {
  return unseen(context, kind).filter(isPending).length;
}

function unseen({ lists, viewed }: ContactRequestsContext, kind: ApplicationKind): Application[] {
  const seen = new Set(viewed[kind]);
  return lists[RECEIVED[kind]].filter((application) => !seen.has(viewedEntry(application)));
}

/** Returns the request of the current answer; undefined if another request replaced it. */
function answeredEntry(context: ContactRequestsContext): Application | undefined {
  const [answer] = context.answers;
  return answer && findApplication(context, answer);
}

function answered(context: ContactRequestsContext): ApplicationEvent {
  const answer = firstAnswer(context);
  const application = answeredEntry(context);
  if (!application) throw new Error("The request does not exist");
  return {
    type: "im.applicationChanged",
    application: {
      ...application,
      handleResult: answer.accept ? HandleResult.accepted : HandleResult.declined,
    },
  };
}

function firstAnswer({ answers }: ContactRequestsContext): Answer {
  const [answer] = answers;
  if (!answer) throw new Error("No answer to send");
  return answer;
}
