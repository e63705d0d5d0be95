import { assertEvent, assign, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { asFailure, type FailureCode } from "../domain/failure.ts";
import type { Secret } from "../domain/secret.ts";
import type { DemoPerson, Identifier, Proof } from "../ports/account.ts";
import type { Clock } from "../ports/platform.ts";
import { port } from "../ports/stub.ts";
import { isIdentifier } from "./identifiers.ts";
import { isVerificationCode, RESEND_AFTER } from "./verification-code.ts";

/** Sign-in with a phone number or an email, by password or by code; or as one of the demo users. */

export type SignInField = "identifier" | "proof" | "form";

export interface SignInError {
  field: SignInField;
  code: "phoneInvalid" | "emailInvalid" | "passwordMissing" | "codeInvalid" | FailureCode;
}

export interface SignInContext {
  clock: Clock;
  /** Which kinds of identifier and proof the user chose; the other fields keep their text. */
  identifierKind: "phone" | "email";
  proofKind: "password" | "code";
  areaCode: string;
  phoneNumber: string;
  email: string;
  error: SignInError | null;
  /** Receiver of the last code; later input does not change it. */
  codeFor: Identifier | null;
  /** When the next code may be requested, in milliseconds since the epoch. */
  nextCodeAt: number;
  /** Empty unless the server offers demo users. */
  demoPeople: readonly DemoPerson[];
}

export type SignInEvent =
  | { type: "user.chooseIdentifier"; kind: "phone" | "email" }
  | { type: "user.chooseProof"; kind: "password" | "code" }
  | { type: "user.chooseAreaCode"; areaCode: string }
  | { type: "user.typePhone"; phoneNumber: string }
  | { type: "user.typeEmail"; email: string }
  | { type: "user.typeProof" }
  | { type: "user.requestCode" }
  | { type: "user.submit"; secret: Secret }
  | { type: "user.signInAs"; person: DemoPerson };

export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as { clock: Clock },
    tags: {} as "submitting" | "requestingCode" | "coolingDown",
    meta: {} as RuleMeta,
  },
  actors: {
    signIn: port<void, { identifier: Identifier; proof: Proof }>("signIn"),
    sendCode: port<void, { identifier: Identifier }>("sendCode"),
    loadDemoPeople: port<readonly DemoPerson[]>("loadDemoPeople"),
  },
  actions: {
    setIdentifierKind: assign((_, { kind }: { kind: "phone" | "email" }) => ({ identifierKind: kind })),
    setProofKind: assign((_, { kind }: { kind: "password" | "code" }) => ({ proofKind: kind })),
    setAreaCode: assign((_, { areaCode }: { areaCode: string }) => ({ areaCode })),
    setPhone: assign((_, { phoneNumber }: { phoneNumber: string }) => ({ phoneNumber })),
    setEmail: assign((_, { email }: { email: string }) => ({ email })),
    setDemoPeople: assign((_, { people }: { people: readonly DemoPerson[] }) => ({ demoPeople: people })),
    fillIn: assign((_, { person: { areaCode, phoneNumber } }: { person: DemoPerson }) => {
      return { identifierKind: "phone" as const, proofKind: "password" as const, areaCode, phoneNumber };
    }),
    noteTarget: assign({ codeFor: ({ context }) => identifierOf(context) }),
    startCountdown: assign({ nextCodeAt: ({ context }) => context.clock.now() + RESEND_AFTER }),
    clearError: assign({ error: null }),
    showIdentifierError: assign({
      error: ({ context }): SignInError => ({
        field: "identifier",
        code: context.identifierKind === "phone" ? "phoneInvalid" : "emailInvalid",
      }),
    }),
    showProofError: assign({
      error: ({ context }): SignInError => ({
        field: "proof",
        code: context.proofKind === "password" ? "passwordMissing" : "codeInvalid",
      }),
    }),
    showFailure: assign({
      error: (_, { code }: { code: FailureCode }): SignInError => ({ field: fieldOf(code), code }),
    }),
  },
  guards: {
    isDemo: (_, { people }: { people: readonly DemoPerson[] }) => people.length > 0,
    isIdentifierInvalid: ({ context }) => !isIdentifier(identifierOf(context)),
    isProofInvalid: ({ context }, { secret }: { secret: Secret }) =>
      context.proofKind === "password" ? secret.isEmpty : !isVerificationCode(secret),
  },
  delays: { codeResendDelay: RESEND_AFTER },
}).createMachine({
  id: "signIn",
  context: ({ input }) => ({
    ...input,
    identifierKind: "phone",
    proofKind: "password",
    areaCode: "+86",
    phoneNumber: "",
    email: "",
    error: null,
    codeFor: null,
    nextCodeAt: 0,
    demoPeople: [],
  }),
  initial: "entering",
  states: {
    entering: {
      type: "parallel",
      states: {
        form: {
          initial: "editing",
          states: {
            editing: {
              description: "The user fills in the form; an error is shown under the field that caused it.",
              on: {
                "user.chooseIdentifier": {
                  actions: [
                    { type: "setIdentifierKind", params: ({ event }) => ({ kind: event.kind }) },
                    "clearError",
                  ],
                },
                "user.chooseProof": {
                  actions: [
                    { type: "setProofKind", params: ({ event }) => ({ kind: event.kind }) },
                    "clearError",
                  ],
                },
                "user.chooseAreaCode": {
                  actions: [
                    { type: "setAreaCode", params: ({ event }) => ({ areaCode: event.areaCode }) },
                    "clearError",
                  ],
                },
                "user.typePhone": {
                  actions: [
                    { type: "setPhone", params: ({ event }) => ({ phoneNumber: event.phoneNumber }) },
                    "clearError",
                  ],
                },
                "user.typeEmail": {
                  actions: [
                    { type: "setEmail", params: ({ event }) => ({ email: event.email }) },
                    "clearError",
                  ],
                },
                "user.typeProof": { actions: "clearError" },
                "user.submit": [
                  { guard: "isIdentifierInvalid", actions: "showIdentifierError" },
                  {
                    guard: { type: "isProofInvalid", params: ({ event }) => ({ secret: event.secret }) },
                    actions: "showProofError",
                  },
                  { target: "submitting", actions: "clearError" },
                ],
                "user.signInAs": {
                  target: "submitting",
                  actions: [
                    { type: "fillIn", params: ({ event }) => ({ person: event.person }) },
                    "clearError",
                  ],
                },
              },
            },
            submitting: {
              tags: "submitting",
              description:
                "The chat server checks the sign-in. Input is disabled and the button shows progress.",
              invoke: {
                id: "signIn",
                src: "signIn",
                input: ({ context, event }) => {
                  assertEvent(event, ["user.submit", "user.signInAs"]);
                  const secret = event.type === "user.submit" ? event.secret : event.person.password;
                  return { identifier: identifierOf(context), proof: proofOf(context, secret) };
                },
                onDone: "#signIn.done",
                onError: { target: "editing", actions: { type: "showFailure", params: asFailure } },
              },
            },
          },
        },
        code: {
          initial: "available",
          states: {
            available: {
              description: "A code can be requested.",
              on: {
                "user.requestCode": [
                  { guard: "isIdentifierInvalid", actions: "showIdentifierError" },
                  { target: "requesting", actions: "clearError" },
                ],
              },
            },
            requesting: {
              tags: "requestingCode",
              entry: "noteTarget",
              invoke: {
                id: "sendCode",
                src: "sendCode",
                input: ({ context }) => ({ identifier: identifierOf(context) }),
                onDone: { target: "cooling", actions: "startCountdown" },
                onError: { target: "available", actions: { type: "showFailure", params: asFailure } },
              },
            },
            cooling: {
              tags: "coolingDown",
              description: "A code was requested; the next one can be requested after 60 s.",
              meta: { rule: "5-13" },
              after: { codeResendDelay: "available" },
            },
          },
        },
        demo: {
          initial: "looking",
          states: {
            looking: {
              description: "Asks the page's own server for demo users; the form does not wait for them.",
              invoke: {
                id: "loadDemoPeople",
                src: "loadDemoPeople",
                onDone: [
                  {
                    guard: { type: "isDemo", params: ({ event }) => ({ people: event.output }) },
                    target: "offered",
                    actions: { type: "setDemoPeople", params: ({ event }) => ({ people: event.output }) },
                  },
                  { target: "absent" },
                ],
                onError: "absent",
              },
            },
            offered: {
              description: "A tap on a demo user fills in the form and signs in.",
              meta: { rule: "11-02" },
            },
            absent: { description: "No demo users: the server has none, or the request failed." },
          },
        },
      },
    },
    done: { type: "final", tags: "submitting", description: "Signed in; the session chart continues." },
  },
});

/** Returns the identifier in the chosen field, with outer spaces removed. */
export function identifierOf(context: SignInContext): Identifier {
  return context.identifierKind === "phone"
    ? { kind: "phone", areaCode: context.areaCode, phoneNumber: context.phoneNumber.trim() }
    : { kind: "email", email: context.email.trim() };
}

function proofOf(context: SignInContext, secret: Secret): Proof {
  return context.proofKind === "password"
    ? { kind: "password", password: secret }
    : { kind: "code", code: secret };
}

function fieldOf(code: FailureCode): SignInField {
  switch (code) {
    case "unknownAccount":
      return "identifier";
    case "wrongPassword":
    case "wrongCode":
    case "codeExpired":
    case "codeAttemptsExceeded":
    case "codeUsed":
      return "proof";
    default:
      return "form";
  }
}
