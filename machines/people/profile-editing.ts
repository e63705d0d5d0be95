import { assign, log, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import { child } from "../domain/child.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";
import type { OwnDetails, ProfileChange } from "./own-profile.ts";

/**
 * The user's data on the chat server, and changes to it, one at a time. The session holds name, picture and
 * do-not-disturb, because the IM server reports them to all devices.
 */

export type ProfileEditingEvent =
  | SyncEvent
  | { type: "user.retryProfile" }
  | { type: "user.changeProfile"; change: ProfileChange };

export interface ProfileEditingContext {
  userID: string;
  /** Null until loaded. */
  details: OwnDetails | null;
  /** The current or last change. */
  change: ProfileChange | null;
}

export const profileEditingMachine = setup({
  types: {
    context: {} as ProfileEditingContext,
    events: {} as ProfileEditingEvent,
    input: {} as Pick<ProfileEditingContext, "userID">,
    tags: {} as "saving" | "failed",
  },
  actors: {
    syncEvents: stream("syncEvents"),
    loadOwnDetails: port<OwnDetails, { userID: string }>("loadOwnDetails"),
    changeProfile: port<void, { userID: string; change: ProfileChange }>("changeProfile"),
  },
  actions: {
    setDetails: assign((_, { details }: { details: OwnDetails }) => ({ details })),
    setChange: assign((_, { change }: { change: ProfileChange }) => ({ change })),
    applyChange: assign(({ context }) => ({
      details: context.details && { ...context.details, ...changedIn(context) },
    })),
    leavePage: sendTo(navigationOf, { type: "navigation.back", from: "/changeName" }),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `profileEditing: ${event.type}`),
  },
  guards: { isName: ({ context }) => context.change?.kind === "nickname" },
}).createMachine({
  id: "profileEditing",
  context: ({ input }) => ({ ...input, details: null, change: null }),
  invoke: child("syncEvents"),
  type: "parallel",
  states: {
    facts: {
      initial: "loading",
      on: { "im.syncFinished": ".loading" },
      states: {
        loading: {
          description: "Reload after a change and after a reconnect. The old data stays on screen meanwhile.",
          invoke: {
            id: "loadOwnDetails",
            src: "loadOwnDetails",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: {
              target: "known",
              actions: { type: "setDetails", params: ({ event }) => ({ details: event.output }) },
            },
            onError: { target: "failed", actions: "reportFailure" },
          },
        },
        known: {},
        failed: { tags: "failed", on: { "user.retryProfile": "loading" } },
      },
    },
    change: {
      initial: "settled",
      states: {
        settled: {
          description: "After a failed change its page still shows the input.",
          on: {
            "user.changeProfile": {
              target: "saving",
              actions: { type: "setChange", params: ({ event }) => event },
            },
          },
        },
        saving: {
          tags: "saving",
          description: "Shows the new value at once, and the old one again if saving fails.",
          invoke: {
            id: "changeProfile",
            src: "changeProfile",
            input: ({ context }) => ({ userID: context.userID, change: changeIn(context) }),
            onDone: [
              { guard: "isName", target: "settled", actions: "leavePage" },
              // A load that is running may be out of date. This target restarts both regions, with this one
              // in its initial state.
              { target: "#profileEditing.facts.loading", actions: "applyChange" },
            ],
            onError: { target: "settled", actions: { type: "notify", params: asToast } },
          },
        },
      },
    },
  },
});

function changeIn({ change }: ProfileEditingContext): ProfileChange {
  if (!change) throw new Error("No change to save");
  return change;
}

function changedIn(context: ProfileEditingContext): Partial<OwnDetails> {
  const change = changeIn(context);
  switch (change.kind) {
    case "gender":
      return { gender: change.gender };
    case "birth":
      return { birth: change.birth };
    case "mayBeAdded":
      return { mayBeAdded: change.mayBeAdded };
    default:
      return {};
  }
}
