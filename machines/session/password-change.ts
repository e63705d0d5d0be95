import { type AnyActorRef, assign, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode, isUnanswered } from "../domain/failure.ts";
import type { Secret } from "../domain/secret.ts";
import type { PasswordError } from "../people/own-profile.ts";
import { type Listener, port } from "../ports/stub.ts";
import { isPassword } from "./registration-form.ts";
import { SESSION } from "./session-id.ts";

/**
 * Changes the password, on its page. The server then signs out every device, this one included. So the session is
 * told before the request, and shows the sign-in page afterwards.
 */

export type PasswordNews =
  /** The request is sent: a sign-out from now on may be its result. */
  | { type: "password.changing" }
  /** The server refused. */
  | { type: "password.kept" }
  | { type: "password.changed" };

export type PasswordChangeEvent =
  /** The user types a password; its text stays in the input field until submit. */
  | { type: "user.typeSecret" }
  | { type: "user.changePassword"; current: Secret; password: Secret; confirmation: Secret };

interface Passwords {
  current: Secret;
  password: Secret;
}

export interface PasswordChangeContext {
  userID: string;
  passwords: Passwords | null;
  error: PasswordError | null;
}

export const passwordChangeMachine = setup({
  types: {
    context: {} as PasswordChangeContext,
    events: {} as PasswordChangeEvent,
    input: {} as Pick<PasswordChangeContext, "userID">,
    tags: {} as "busy",
    meta: {} as RuleMeta,
  },
  actors: { changePassword: port<void, { userID: string } & Passwords>("changePassword") },
  actions: {
    takePasswords: assign((_, { current, password }: Passwords) => ({
      passwords: { current, password },
      error: null,
    })),
    dropPasswords: assign({ passwords: null }),
    clearError: assign({ error: null }),
    showError: assign((_, error: PasswordError) => ({ error })),
    tellChanging: sendTo(sessionOf, { type: "password.changing" }),
    tellKept: sendTo(sessionOf, { type: "password.kept" }),
    tellChanged: sendTo(sessionOf, { type: "password.changed" }),
  },
  guards: {
    isMissing: (_, { secret }: { secret: Secret }) => secret.isEmpty,
    isInvalid: (_, { secret }: { secret: Secret }) => !isPassword(secret),
    isUnchanged: (_, { current, password }: Passwords) => current.reveal() === password.reveal(),
    isMismatch: (_, { secret, other }: { secret: Secret; other: Secret }) =>
      secret.reveal() !== other.reveal(),
    /** Without an answer the client does not know whether the password was changed. */
    isUnanswered: (_, { failure }: { failure: FailureCode }) => isUnanswered(failure),
  },
}).createMachine({
  id: "passwordChange",
  context: ({ input }) => ({ ...input, passwords: null, error: null }),
  initial: "editing",
  states: {
    editing: {
      description: "The input fields keep their text, also after an error.",
      meta: { rule: "5-12" },
      on: {
        "user.typeSecret": { actions: "clearError" },
        "user.changePassword": [
          {
            guard: { type: "isMissing", params: ({ event }) => ({ secret: event.current }) },
            actions: { type: "showError", params: { field: "current", code: "passwordMissing" } },
          },
          {
            guard: { type: "isInvalid", params: ({ event }) => ({ secret: event.password }) },
            actions: { type: "showError", params: { field: "password", code: "passwordFormat" } },
          },
          {
            guard: { type: "isUnchanged", params: ({ event }) => event },
            actions: { type: "showError", params: { field: "password", code: "passwordUnchanged" } },
          },
          {
            guard: {
              type: "isMismatch",
              params: ({ event }) => ({ secret: event.password, other: event.confirmation }),
            },
            actions: { type: "showError", params: { field: "confirmation", code: "passwordMismatch" } },
          },
          {
            target: "saving",
            actions: { type: "takePasswords", params: ({ event }) => event },
          },
        ],
      },
    },
    saving: {
      tags: "busy",
      entry: "tellChanging",
      exit: "dropPasswords",
      invoke: {
        id: "changePassword",
        src: "changePassword",
        input: ({ context }) => ({ userID: context.userID, ...passwordsIn(context) }),
        onDone: { target: "changed", actions: "tellChanged" },
        onError: [
          {
            guard: { type: "isUnanswered", params: ({ event }) => ({ failure: failureCode(event.error) }) },
            target: "editing",
            actions: { type: "showError", params: ({ event }) => errorOf(failureCode(event.error)) },
          },
          {
            target: "editing",
            actions: [
              { type: "showError", params: ({ event }) => errorOf(failureCode(event.error)) },
              "tellKept",
            ],
          },
        ],
      },
    },
    changed: { tags: "busy", description: "Changed; the session ends, and so does this chart." },
  },
});

/** Returns the session, or the chart itself when it runs without one. */
function sessionOf({ self }: { self: AnyActorRef }): Listener<PasswordNews> {
  const session: Listener<PasswordNews> | undefined = self.system.get(SESSION);
  return session ?? self;
}

function passwordsIn({ passwords }: PasswordChangeContext): Passwords {
  if (passwords === null) throw new Error("No password to save");
  return passwords;
}

function errorOf(code: FailureCode): PasswordError {
  return { field: code === "wrongPassword" ? "current" : "form", code };
}
