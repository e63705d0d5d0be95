import { assign, enqueueActions, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { failureCode } from "../domain/failure.ts";
import type { Place } from "../domain/route.ts";
import type { Secret } from "../domain/secret.ts";
import { isVisible } from "../domain/visible-text.ts";
import type { Identifier, Proof } from "../ports/account.ts";
import type { NewAccount } from "../ports/registration.ts";
import { type Listener, port } from "../ports/stub.ts";
import {
  errorOf,
  faultPath,
  isPassword,
  type ProvenCode,
  type RegistrationError,
  type RegistrationFields,
} from "./registration-form.ts";

/**
 * Sets the password after a correct code, and a new account's profile. Code and password exist only in this chart.
 */

const ENDS = ["signedIn", "changed", "refused"] as const;

export interface AccountSetupOutput {
  /** `changed`: password changed, sign-in failed. `refused`: input of an earlier step was refused. */
  end: (typeof ENDS)[number];
  error: RegistrationError | null;
}

export type AccountSetupNews = { type: "accountSetup.filledIn"; fields: RegistrationFields };

export interface AccountSetupContext extends ProvenCode {
  parent: Listener<AccountSetupNews>;
  place: Place;
  password: Secret | null;
  error: RegistrationError | null;
  /** A request with the code had no answer. The server may have carried it out. */
  isUnanswered: boolean;
}

export type AccountSetupEvent =
  | { type: "place.changed"; place: Place }
  | { type: "user.fillIn"; fields: Partial<RegistrationFields> }
  /** The user types a password; its text stays in the input field until submit. */
  | { type: "user.typeSecret" }
  | { type: "user.choosePassword"; password: Secret; confirmation: Secret }
  | { type: "user.finish" };

const REFUSED = { params: asFault };

/** After a failed request with the code. */
const REFUSALS = [
  {
    guard: { type: "isRepeated", ...REFUSED },
    target: "#accountSetup.tryingPassword",
    actions: { type: "showError", ...REFUSED },
  },
  {
    guard: { type: "isForEarlierStep", ...REFUSED },
    target: "#accountSetup.refused",
    actions: { type: "showError", ...REFUSED },
  },
  {
    target: "editing",
    actions: [
      { type: "showError", ...REFUSED },
      { type: "noteUnanswered", ...REFUSED },
    ],
  },
] as const;

export const accountSetupMachine = setup({
  types: {
    context: {} as AccountSetupContext,
    events: {} as AccountSetupEvent,
    input: {} as Omit<AccountSetupContext, "error" | "isUnanswered">,
    output: {} as AccountSetupOutput,
    tags: {} as "busy",
    meta: {} as RuleMeta,
  },
  actors: {
    register: port<void, NewAccount>("register"),
    resetPassword: port<void, { identifier: Identifier; code: Secret; password: Secret }>("resetPassword"),
    signIn: port<void, { identifier: Identifier; proof: Proof }>("signIn"),
  },
  actions: {
    setPlace: assign((_, { place }: { place: Place }) => ({ place })),
    fillIn: assign(({ context }, { fields }: { fields: Partial<RegistrationFields> }) => ({
      fields: { ...context.fields, ...fields },
      error: null,
    })),
    tellFilledIn: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "accountSetup.filledIn" as const, fields: context.fields }),
    ),
    setPassword: assign((_, { password }: { password: Secret }) => ({ password, error: null })),
    clearError: assign({ error: null }),
    showError: assign((_, error: RegistrationError) => ({ error })),
    noteUnanswered: assign(({ context }, { code }: RegistrationError) => ({
      isUnanswered: context.isUnanswered || isWithoutAnswer(code),
    })),
    goToNaming: sendTo(navigationOf, { type: "navigation.go", to: "/setBaseInfo" }),
    correctAddress: enqueueActions(({ context, enqueue, self }) => {
      if (context.place.path === "/setPassword" || canBeNamed(context)) return;
      enqueue.sendTo(navigationOf({ self }), { type: "navigation.go", to: "/setPassword", replace: true });
    }),
  },
  guards: {
    canBeNamed: ({ context }) => canBeNamed(context),
    isPasswordInvalid: (_, { password }: { password: Secret }) => !isPassword(password),
    isMismatch: (_, { password, confirmation }: { password: Secret; confirmation: Secret }) =>
      password.reveal() !== confirmation.reveal(),
    isRegistering: ({ context }) => context.codeFor.purpose === "register",
    isNameless: ({ context }) => !isVisible(context.fields.nickname),
    isForEarlierStep: ({ context }, error: RegistrationError) => faultPath(error, context.codeFor) !== null,
    isWithoutAnswer: (_, { code }: RegistrationError) => isWithoutAnswer(code),
    isRepeated: ({ context }, error: RegistrationError) =>
      context.isUnanswered && faultPath(error, context.codeFor) !== null,
  },
}).createMachine({
  id: "accountSetup",
  context: ({ input }) => ({ ...input, error: null, isUnanswered: false }),
  initial: "finding",
  on: {
    "place.changed": {
      target: ".finding",
      actions: { type: "setPlace", params: ({ event }) => ({ place: event.place }) },
    },
  },
  states: {
    finding: {
      description: "Shows the step of the current address, as far as the password allows.",
      entry: "correctAddress",
      always: [{ guard: "canBeNamed", target: "naming" }, { target: "choosing" }],
    },
    choosing: {
      description: "The user enters the password twice. A new password replaces the old one at once.",
      meta: { rule: "5-02, 5-12" },
      initial: "editing",
      states: {
        editing: {
          on: {
            "user.typeSecret": { actions: "clearError" },
            "user.choosePassword": [
              {
                guard: { type: "isPasswordInvalid", params: ({ event }) => event },
                actions: { type: "showError", params: { field: "password", code: "passwordFormat" } },
              },
              {
                guard: { type: "isMismatch", params: ({ event }) => event },
                actions: { type: "showError", params: { field: "confirmation", code: "passwordMismatch" } },
              },
              {
                guard: "isRegistering",
                actions: [
                  { type: "setPassword", params: ({ event }) => ({ password: event.password }) },
                  "goToNaming",
                ],
              },
              {
                target: "resetting",
                actions: { type: "setPassword", params: ({ event }) => ({ password: event.password }) },
              },
            ],
          },
        },
        resetting: {
          tags: "busy",
          invoke: {
            id: "resetPassword",
            src: "resetPassword",
            input: ({ context }) => proven(context),
            onDone: "signingIn",
            onError: REFUSALS,
          },
        },
        signingIn: {
          tags: "busy",
          description: "Signs in with the new password, without asking for it again.",
          invoke: {
            id: "signIn",
            src: "signIn",
            input: ({ context }) => passwordOf(context),
            onDone: "#accountSetup.signedIn",
            onError: "#accountSetup.changed",
          },
        },
      },
    },
    naming: {
      description: "The user enters the profile. Then the account is created and the user is signed in.",
      meta: { rule: "2-99" },
      initial: "editing",
      states: {
        editing: {
          on: {
            "user.fillIn": {
              actions: [
                { type: "fillIn", params: ({ event }) => ({ fields: event.fields }) },
                "tellFilledIn",
              ],
            },
            "user.finish": [
              {
                guard: "isNameless",
                actions: { type: "showError", params: { field: "nickname", code: "empty" } },
              },
              { target: "registering", actions: "clearError" },
            ],
          },
        },
        registering: {
          tags: "busy",
          invoke: {
            id: "register",
            src: "register",
            input: ({ context }) => accountOf(context),
            onDone: "#accountSetup.signedIn",
            onError: REFUSALS,
          },
        },
      },
    },
    tryingPassword: {
      tags: "busy",
      description:
        "The server refuses a repeated request. If it carried out the first one, the password signs the user in.",
      meta: { rule: "2-99, 5-12" },
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => passwordOf(context),
        onDone: "signedIn",
        onError: [
          {
            guard: { type: "isWithoutAnswer", ...REFUSED },
            target: "finding",
            actions: { type: "showError", ...REFUSED },
          },
          { target: "refused" },
        ],
      },
    },
    signedIn: { type: "final", description: "Signed in; the session chart continues.", output: "signedIn" },
    changed: {
      type: "final",
      description: "The password is changed, but the user is not signed in.",
      output: "changed",
    },
    refused: { type: "final", description: "The user must correct an earlier step.", output: "refused" },
  },
  output: ({ context, event }) => ({ end: endingIn(event, ENDS), error: context.error }),
});

function canBeNamed({ place, codeFor, password }: AccountSetupContext): boolean {
  return place.path === "/setBaseInfo" && codeFor.purpose === "register" && password !== null;
}

function proven({ codeFor, code, password }: AccountSetupContext) {
  if (password === null) throw new Error("No password is chosen");
  return { identifier: codeFor.identifier, code, password };
}

function passwordOf(context: AccountSetupContext): { identifier: Identifier; proof: Proof } {
  const { identifier, password } = proven(context);
  return { identifier, proof: { kind: "password", password } };
}

function accountOf(context: AccountSetupContext): NewAccount {
  const { invitationCode, nickname, gender, birth } = context.fields;
  return {
    ...proven(context),
    invitationCode: invitationCode.trim(),
    nickname: nickname.trim(),
    gender,
    birth,
  };
}

function isWithoutAnswer(code: RegistrationError["code"]): boolean {
  return code === "timeout" || code === "network";
}

function asFault({
  context: { fields },
  event: { error },
}: {
  context: AccountSetupContext;
  event: { error: unknown };
}): RegistrationError {
  return errorOf(failureCode(error), fields);
}
