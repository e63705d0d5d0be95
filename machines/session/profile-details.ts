import { assign, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode, isUnanswered } from "../domain/failure.ts";
import type { Profile } from "../domain/people.ts";
import type { GatewayEvent } from "../domain/platform-events.ts";
import type { SignOutReason } from "../domain/toast.ts";
import { port, stream } from "../ports/stub.ts";

/** Loads the chat server's half of the signed-in user's profile (3-02). Nothing on screen waits for it. */

export interface ProfileDetails {
  profile: Partial<Profile>;
  /** Null if the server answered. */
  refusal: FailureCode | null;
}

export interface ProfileDetailsContext {
  userID: string;
  /** The result; meaningless before the final state. */
  outcome: ProfileDetails;
}

export const profileDetailsMachine = setup({
  types: {
    context: {} as ProfileDetailsContext,
    events: {} as GatewayEvent,
    input: {} as Pick<ProfileDetailsContext, "userID">,
    output: {} as ProfileDetails,
    meta: {} as RuleMeta,
  },
  actors: {
    connectionEvents: stream("connectionEvents"),
    loadDetails: port<Partial<Profile>, { userID: string }>("loadDetails"),
  },
  actions: {
    conclude: assign((_, outcome: ProfileDetails) => ({ outcome })),
    reportFailure: log(({ event }) => `profileDetails: ${event.type}`),
  },
  guards: {
    isUnanswered: (_, { failure }: { failure: FailureCode }) => isUnanswered(failure),
  },
}).createMachine({
  id: "profileDetails",
  context: ({ input }) => ({ ...input, outcome: { profile: {}, refusal: null } }),
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "loadDetails",
        src: "loadDetails",
        input: ({ context }) => ({ userID: context.userID }),
        onDone: {
          target: "settled",
          actions: { type: "conclude", params: ({ event }) => ({ profile: event.output, refusal: null }) },
        },
        onError: [
          {
            guard: { type: "isUnanswered", params: ({ event }) => ({ failure: failureCode(event.error) }) },
            target: "unanswered",
          },
          {
            target: "settled",
            actions: {
              type: "conclude",
              params: ({ event }) => ({ profile: {}, refusal: failureCode(event.error) }),
            },
          },
        ],
      },
    },
    unanswered: {
      description:
        "The server did not answer, which is no reason to sign out. Retries after the next connect.",
      meta: { rule: "8-21" },
      invoke: child("connectionEvents"),
      on: { "im.connected": "loading" },
    },
    settled: { type: "final", description: "The server answered or refused.", meta: { rule: "8-20" } },
  },
  output: ({ context }) => context.outcome,
});

/** Returns the message for a user whose profile the chat server refuses to give (8-20). */
export function signOutReasonAfter({ refusal }: ProfileDetails): { key: SignOutReason } {
  return { key: refusal === "sessionEnded" ? "loginExpired" : "getUserInfoFailed" };
}
