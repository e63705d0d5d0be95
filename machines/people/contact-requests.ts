import { assign, type DoneActorEvent, type ErrorActorEvent, log, sendTo, setup } from "xstate";
import { addNotice, failureNotice, toastsOf } from "../app/toasts.ts";
import {
  type Answer,
  type Application,
  type ApplicationEvent,
  type ApplicationKind,
  type ApplicationLists,
  eachOnce,
  isPending,
  isSameApplication,
  listOf,
  RECEIVED,
  type Viewed,
  viewedEntry,
  withApplication,
} from "../domain/contact-request.ts";
import { failureCode } from "../domain/failure.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import type { Place } from "../domain/route.ts";
import { port, stream } from "../ports/stub.ts";

/** Requests to become friends and to join groups, received and sent: the lists, what one has seen of them, the answers. */

export type ContactRequestsEvent =
  | ApplicationEvent
  | SyncEvent
  | { type: "place.changed"; place: Place }
  /** Also heard by the lists, beside the region that asked. */
  | DoneActorEvent<void, "answerApplication">
  | ErrorActorEvent<unknown, "answerApplication">
  | { type: "user.retryApplications" }
  | { type: "user.answerApplication"; answer: Answer };

export interface ContactRequestsContext {
  userID: string;
  place: Place;
  lists: ApplicationLists;
  /** What was reported since the lists were asked for: the answer may be older. */
  late: readonly Application[];
  viewed: Viewed;
  /** Waiting for their turn; the first one is being sent. */
  answers: readonly Answer[];
}

interface Report {
  application: Application;
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
    syncEvents: stream("syncEvents"),
    loadApplications: port<ApplicationLists>("loadApplications"),
    answerApplication: port<void, Answer>("answerApplication"),
    readViewed: port<Viewed, { userID: string }>("readViewed"),
    viewedStore: stream<{ type: "viewed.write"; userID: string; viewed: Viewed }>("viewedStore"),
  },
  actions: {
    take: assign({
      lists: ({ context }, { application }: Report) =>
        withApplication(context.lists, application, context.userID),
    }),
    keepForAnswer: assign({
      late: ({ context }, { application }: Report) => [...context.late, application],
    }),
    forgetLate: assign({ late: [] }),
    setLists: assign(({ context }, { lists }: { lists: ApplicationLists }) => ({
      lists: context.late.reduce(
        (all, application) => withApplication(all, application, context.userID),
        eachOnce(lists),
      ),
    })),
    setViewed: assign((_, { viewed }: { viewed: Viewed }) => ({ viewed })),
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
    markViewed: assign({
      viewed: ({ context }, { kind }: { kind: ApplicationKind }) => ({
        ...context.viewed,
        // Of what is gone nothing is remembered (3-34).
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
    notify: sendTo(toastsOf, addNotice),
    reportFailure: log(({ event }) => `contactRequests: ${event.type}`),
  },
  guards: {
    isAtFriends: ({ context }) => context.place.path === "/newFriend",
    isAtGroups: ({ context }) => context.place.path === "/newGroup",
    hasNew: ({ context }, { kind }: { kind: ApplicationKind }) => unseen(context, kind).length > 0,
    /** The entry that is being answered. */
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
  invoke: [
    { id: "applicationEvents", src: "applicationEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
    { id: "viewedStore", src: "viewedStore", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  states: {
    lists: {
      initial: "loading",
      on: {
        "im.syncFinished": ".loading",
        // Somebody else may have answered.
        "xstate.error.actor.answerApplication": ".loading",
        "im.applicationChanged": { actions: { type: "take", params: ({ event }) => event } },
        "xstate.done.actor.answerApplication": [
          { guard: "isThere", actions: { type: "take", params: ({ context }) => answered(context) } },
          // The same person's request for another group took its place (0-09).
          { target: ".loading" },
        ],
      },
      states: {
        loading: {
          tags: "loading",
          description:
            "Asked of the server: who was away hears nothing of what was asked meanwhile. What is reported during it is newer than the answer.",
          entry: "forgetLate",
          on: {
            "im.applicationChanged": {
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
          description:
            "One answer at a time. One that is refused changes nothing here, but the lists are read anew.",
          invoke: {
            id: "answerApplication",
            src: "answerApplication",
            input: ({ context }) => firstAnswer(context),
            onDone: { target: "resting", actions: "dropAnswer" },
            onError: {
              target: "resting",
              actions: [
                {
                  type: "notify",
                  params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
                },
                "dropAnswer",
              ],
            },
          },
        },
      },
    },
    eyes: {
      description: "What is in the list on screen has been seen (3-32, 3-33).",
      initial: "opening",
      on: {
        "place.changed": { target: ".looking", actions: { type: "goTo", params: ({ event }) => event } },
      },
      states: {
        opening: {
          description: "What was seen in earlier visits is read.",
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

/** The entry somebody means, as it is now. */
export function findApplication(
  { lists, userID }: Pick<ContactRequestsContext, "lists" | "userID">,
  { application }: Pick<Answer, "application">,
): Application | undefined {
  return lists[listOf(application, userID)].find((one) => isSameApplication(one, application));
}

export function isBeingAnswered({ answers }: ContactRequestsContext, application: Application): boolean {
  return answers.some((answer) => isSameApplication(answer.application, application));
}

/** Received and without an answer (4-41), seen or not: what the tab's badge counts (0-05). */
export function pendingCount({ lists }: ContactRequestsContext, kind: ApplicationKind): number {
  return lists[RECEIVED[kind]].filter(isPending).length;
}

/** unHandleFriendApplicationNum and unHandleGroupApplicationNum: of those, what was never looked at (3-27, 4-44). */
export function unhandledCount(context: ContactRequestsContext, kind: ApplicationKind): number {
  return unseen(context, kind).filter(isPending).length;
}

function unseen({ lists, viewed }: ContactRequestsContext, kind: ApplicationKind): Application[] {
  const seen = new Set(viewed[kind]);
  return lists[RECEIVED[kind]].filter((application) => !seen.has(viewedEntry(application)));
}

/** The entry the first answer is for, unless another one has taken its place. */
function answeredEntry(context: ContactRequestsContext): Application | undefined {
  const [answer] = context.answers;
  return answer && findApplication(context, answer);
}

/** The same with that answer. */
function answered(context: ContactRequestsContext): Report {
  const answer = firstAnswer(context);
  const application = answeredEntry(context);
  if (!application) throw new Error("Answered what is not there");
  return { application: { ...application, handleResult: answer.accept ? 1 : -1 } };
}

function firstAnswer({ answers }: ContactRequestsContext): Answer {
  const [answer] = answers;
  if (!answer) throw new Error("Answering without an answer");
  return answer;
}
