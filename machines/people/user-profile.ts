import { assign, log, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, failureToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { ContactEvent, Friend } from "../domain/people.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import type { BaseInfo, PersonDetails, Relationship } from "../domain/relationship.ts";
import { port, stream } from "../ports/stub.ts";

/** Profile of another user: data, relationship, and changes to it, one at a time (2-56 to 2-59). */

export type UserProfileEvent =
  | ContactEvent
  | SyncEvent
  | { type: "user.retryPerson" }
  | { type: "user.setRemark"; remark: string }
  | { type: "user.setBlocked"; blocked: boolean }
  | { type: "user.unfriend" };

export interface UserProfileContext {
  userID: string;
  /** Null until loaded. */
  baseInfo: BaseInfo | null;
  friend: Friend | null;
  isBlocked: boolean;
  details: PersonDetails;
  remark: string;
}

/** Allow friend requests until the details are loaded. */
const NO_DETAILS: PersonDetails = { mayBeAdded: true };

export const userProfileMachine = setup({
  types: {
    context: {} as UserProfileContext,
    events: {} as UserProfileEvent,
    input: {} as Pick<UserProfileContext, "userID">,
    tags: {} as "loading" | "unknown" | "failed" | "savingRemark" | "blocking" | "unblocking" | "unfriending",
    meta: {} as RuleMeta,
  },
  actors: {
    contactEvents: stream("contactEvents"),
    syncEvents: stream("syncEvents"),
    /** Null if there is no user with this id. */
    loadPerson: port<Relationship | null, { userID: string }>("loadPerson"),
    loadPersonDetails: port<PersonDetails | null, { userID: string }>("loadPersonDetails"),
    setRemark: port<void, { userID: string; remark: string }>("setRemark"),
    block: port<void, { userID: string }>("block"),
    unblock: port<void, { userID: string }>("unblock"),
    unfriend: port<void, { userID: string }>("unfriend"),
  },
  actions: {
    setPerson: assign((_, { person }: { person: Relationship | null }) => person ?? {}),
    setDetails: assign((_, { details }: { details: PersonDetails | null }) => ({
      details: details ?? NO_DETAILS,
    })),
    keepRemark: assign((_, { remark }: { remark: string }) => ({ remark })),
    applyRemark: assign(({ context: { friend, remark } }) => ({ friend: friend && { ...friend, remark } })),
    applyBlocked: assign((_, { isBlocked }: { isBlocked: boolean }) => ({ isBlocked })),
    dropFriend: assign({ friend: null }),
    leave: sendTo(navigationOf, (_, { from }: { from: string }) => ({
      type: "navigation.back" as const,
      from,
    })),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `userProfile: ${event.type}`),
  },
  guards: {
    isThisPerson: ({ context }, { userID }: { userID: string }) => userID === context.userID,
    isSomebody: (_, { person }: { person: Relationship | null }) => person !== null,
    isFriend: ({ context }) => context.friend !== null,
    isBlocking: ({ context }, { blocked }: { blocked: boolean }) => blocked && !context.isBlocked,
    isUnblocking: ({ context }, { blocked }: { blocked: boolean }) => !blocked && context.isBlocked,
  },
}).createMachine({
  id: "userProfile",
  context: ({ input }) => ({
    ...input,
    baseInfo: null,
    friend: null,
    isBlocked: false,
    details: NO_DETAILS,
    remark: "",
  }),
  invoke: [child("contactEvents"), child("syncEvents")],
  type: "parallel",
  states: {
    who: {
      initial: "loading",
      on: {
        "im.friendChanged": {
          guard: { type: "isThisPerson", params: ({ event }) => event.friend },
          target: ".loading",
        },
        "im.friendRemoved": {
          guard: { type: "isThisPerson", params: ({ event }) => event },
          target: ".loading",
        },
        "im.blackChanged": {
          guard: { type: "isThisPerson", params: ({ event }) => event.person },
          target: ".loading",
        },
        "im.blackRemoved": {
          guard: { type: "isThisPerson", params: ({ event }) => event },
          target: ".loading",
        },
        "im.contactsChanged": ".loading",
        "im.syncFinished": ".loading",
      },
      states: {
        loading: {
          tags: "loading",
          description: "Reload on every event about the user. The old data stays on screen meanwhile.",
          meta: { rule: "3-28" },
          invoke: {
            id: "loadPerson",
            src: "loadPerson",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: [
              {
                guard: { type: "isSomebody", params: ({ event }) => ({ person: event.output }) },
                target: "known",
                actions: { type: "setPerson", params: ({ event }) => ({ person: event.output }) },
              },
              { target: "unknown" },
            ],
            onError: { target: "failed", actions: "reportFailure" },
          },
        },
        known: {},
        unknown: { tags: "unknown", description: "The server knows no user with this id." },
        failed: { tags: "failed", on: { "user.retryPerson": "loading" } },
      },
    },
    details: {
      description: "Extra data from the chat server. The screen does not wait for it.",
      initial: "loading",
      states: {
        loading: {
          invoke: {
            id: "loadPersonDetails",
            src: "loadPersonDetails",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: {
              target: "known",
              actions: { type: "setDetails", params: ({ event }) => ({ details: event.output }) },
            },
            onError: { target: "missing", actions: "reportFailure" },
          },
        },
        known: {},
        missing: {
          description: "Reload after a reconnect.",
          on: { "im.syncFinished": "loading" },
        },
      },
    },
    change: {
      initial: "settled",
      states: {
        settled: {
          on: {
            "user.setRemark": {
              guard: "isFriend",
              target: "savingRemark",
              actions: { type: "keepRemark", params: ({ event }) => event },
            },
            "user.setBlocked": [
              { guard: { type: "isBlocking", params: ({ event }) => event }, target: "blocking" },
              { guard: { type: "isUnblocking", params: ({ event }) => event }, target: "unblocking" },
            ],
            "user.unfriend": { guard: "isFriend", target: "unfriending" },
          },
        },
        savingRemark: {
          tags: "savingRemark",
          invoke: {
            id: "setRemark",
            src: "setRemark",
            input: ({ context: { userID, remark } }) => ({ userID, remark }),
            onDone: {
              target: "settled",
              actions: ["applyRemark", { type: "leave", params: { from: "/changeNameOrRemark" } }],
            },
            onError: {
              target: "settled",
              actions: { type: "notify", params: ({ event }) => told(failureCode(event.error)) },
            },
          },
        },
        blocking: {
          tags: "blocking",
          meta: { rule: "6-09" },
          invoke: {
            id: "block",
            src: "block",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: { target: "settled", actions: { type: "applyBlocked", params: { isBlocked: true } } },
            onError: {
              target: "settled",
              actions: { type: "notify", params: ({ event }) => told(failureCode(event.error)) },
            },
          },
        },
        unblocking: {
          tags: "unblocking",
          invoke: {
            id: "unblock",
            src: "unblock",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: { target: "settled", actions: { type: "applyBlocked", params: { isBlocked: false } } },
            onError: {
              target: "settled",
              actions: { type: "notify", params: ({ event }) => told(failureCode(event.error)) },
            },
          },
        },
        unfriending: {
          tags: "unfriending",
          invoke: {
            id: "unfriend",
            src: "unfriend",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: {
              target: "settled",
              actions: ["dropFriend", { type: "leave", params: { from: "/userCardSetting" } }],
            },
            onError: {
              target: "settled",
              actions: { type: "notify", params: ({ event }) => told(failureCode(event.error)) },
            },
          },
        },
      },
    },
  },
});

function told(failure: FailureCode) {
  return { toast: failureToast(failure) };
}

/** Whether the block switch is on: the new value while it is saved, and the old one again after an error. */
export function selectBlocked({
  context,
  value,
}: {
  context: UserProfileContext;
  value: { change: string };
}): boolean {
  return value.change === "blocking" || (value.change !== "unblocking" && context.isBlocked);
}
