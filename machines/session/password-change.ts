import { type AnyActorRef, assign, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { Secret } from "../domain/secret.ts";
import type { PasswordError } from "../people/own-profile.ts";
import { type Listener, port } from "../ports/stub.ts";
import { isPassword } from "./registration-form.ts";

/**
 * Changing the password, on its page. The server signs out whoever is in with the old one, here as elsewhere; so the
 * session is told before it is asked, and leads to the sign-in afterwards.
 */

export type PasswordNews =
  /** The server is asked: to be signed out from now on may be what follows from it. */
  | { type: "password.changing" }
  /** It refused. */
  | { type: "password.kept" }
  | { type: "password.changed" };

export type PasswordChangeEvent =
  /** A password is being typed; it stays in its field until it is sent. */
  | { type: "user.typeSecret" }
  | { type: "user.changePassword"; current: Secret; password: Secret; confirmation: Secret };

/** The old and the new one, on their way to the server. */
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
    isMismatch: (_, { secret, other }: { secret: Secret; other: Secret }) =>
      secret.reveal() !== other.reveal(),
    /** Without an answer nobody knows whether it was changed. */
    isUnanswered: (_, { failure }: { failure: FailureCode }) =>
      failure === "network" || failure === "timeout",
  },
}).createMachine({
  id: "passwordChange",
  context: ({ input }) => ({ ...input, passwords: null, error: null }),
  initial: "editing",
  states: {
    editing: {
      description: "What was typed stays in its fields, whatever became of it.",
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
    changed: { tags: "busy", description: "The session ends, and this with it." },
  },
});

/** The name by which the session is found. */
export const SESSION = "session";

/** Who hears of the change; a chart that runs by itself has no session. */
function sessionOf({ self }: { self: AnyActorRef }): Listener<PasswordNews> {
  const session: Listener<PasswordNews> | undefined = self.system.get(SESSION);
  return session ?? self;
}

function passwordsIn({ passwords }: PasswordChangeContext): Passwords {
  if (passwords === null) throw new Error("Saving without a password");
  return passwords;
}

/** The field a refusal belongs under. */
function errorOf(code: FailureCode): PasswordError {
  return { field: code === "wrongPassword" ? "current" : "form", code };
}
