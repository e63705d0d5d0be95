import { assertEvent, assign, enqueueActions, forwardTo, log, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { asFailure, type FailureCode } from "../domain/failure.ts";
import type { Place } from "../domain/route.ts";
import type { Secret } from "../domain/secret.ts";
import type { Clock } from "../ports/platform.ts";
import { port, stream } from "../ports/stub.ts";
import { type AccountSetupNews, type AccountSetupOutput, accountSetupMachine } from "./account-setup.ts";
import { type CodeEntryNews, codeEntryMachine } from "./code-entry.ts";
import { isIdentifier } from "./identifiers.ts";
import {
  type CodeRequest,
  type CodeTarget,
  codeRequestIn,
  errorOf,
  faultPath,
  isBehindCode,
  isSameTarget,
  isStep,
  NO_FIELDS,
  provenOf,
  type RegistrationDraft,
  type RegistrationError,
  type RegistrationFields,
  type RegistrationStart,
  redirectOf,
  requestOf,
  sentTo,
  targetIn,
} from "./registration-form.ts";
import { RESEND_AFTER } from "./verification-code.ts";

/**
 * Registration or password reset: requests a code, checks it, then continues with the account setup. Each step has an
 * address and the address decides the step, so the browser's back button works.
 */

export interface RegistrationContext {
  clock: Clock;
  place: Place;
  fields: RegistrationFields;
  /** Receiver of the last code; later edits of the form do not change it. */
  codeFor: CodeTarget | null;
  /** When the next code may be requested, in milliseconds since the epoch. */
  nextCodeAt: number;
  /** The code after it was checked, until the server refuses it. */
  code: Secret | null;
  password: Secret | null;
  error: RegistrationError | null;
}

export type RegistrationEvent =
  | AccountSetupNews
  | CodeEntryNews
  | { type: "place.changed"; place: Place }
  | { type: "user.fillIn"; fields: Partial<RegistrationFields> }
  | { type: "user.requestCode" };

export const registrationMachine = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    input: {} as Pick<RegistrationContext, "clock" | "place">,
    tags: {} as "busy",
    meta: {} as RuleMeta,
    children: {} as {
      codeEntry: "codeEntry";
      accountSetup: "accountSetup";
      draftKeeper: "draftKeeper";
    },
  },
  actors: {
    begin: port<RegistrationStart | null>("begin"),
    draftKeeper: stream<{ type: "draft.keep"; draft: RegistrationDraft }>("draftKeeper"),
    requestCode: port<void, CodeRequest>("requestCode"),
    codeEntry: codeEntryMachine,
    accountSetup: accountSetupMachine,
  },
  actions: {
    setPlace: assign(({ event }) => {
      assertEvent(event, "place.changed");
      return { place: event.place };
    }),
    tellPlace: forwardTo("accountSetup"),
    restore: assign((_, { start }: { start: RegistrationStart | null }) => start ?? {}),
    fillIn: assign(({ context, event }) => {
      assertEvent(event, ["user.fillIn", "accountSetup.filledIn"]);
      return { fields: { ...context.fields, ...event.fields }, error: null };
    }),
    keepDraft: sendTo("draftKeeper", ({ context: { fields, codeFor, nextCodeAt } }) => ({
      type: "draft.keep" as const,
      draft: { fields, codeFor, nextCodeAt },
    })),
    noteCodeSent: assign(({ context: { clock, place, fields } }) => ({
      codeFor: targetIn(place, fields),
      nextCodeAt: clock.now() + RESEND_AFTER,
      code: null,
      password: null,
    })),
    setNextCode: assign((_, { nextCodeAt }: CodeEntryNews) => ({ nextCodeAt })),
    setCode: assign((_, { code }: { code: Secret | null }) => ({ code, error: null })),
    forget: assign({ codeFor: null, nextCodeAt: 0, code: null }),
    clearError: assign({ error: null }),
    showIdentifierError: assign({
      error: ({ context: { place } }): RegistrationError => ({
        field: "identifier",
        code: codeRequestIn(place).identifierKind === "phone" ? "phoneInvalid" : "emailInvalid",
      }),
    }),
    showFailure: assign({
      error: ({ context }, { code }: { code: FailureCode }) => errorOf(code, context.fields),
    }),
    /** A refused code is no longer valid. */
    takeRefusal: assign(({ context }, { error }: AccountSetupOutput) => ({
      error,
      code: error?.field === "code" ? null : context.code,
    })),
    goTo: sendTo(navigationOf, (_, { to }: { to: string }) => ({ type: "navigation.go" as const, to })),
    goToFault: sendTo(navigationOf, ({ context: { error, codeFor } }) => ({
      type: "navigation.go" as const,
      to: (error && codeFor && faultPath(error, codeFor)) ?? "/login",
    })),
    correctAddress: enqueueActions(({ context, enqueue, self }) => {
      const to = redirectOf(context);
      if (to !== null) enqueue.sendTo(navigationOf({ self }), { type: "navigation.go", to, replace: true });
    }),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `registration: ${event.type}`),
  },
  guards: {
    isAsking: ({ context }) => context.place.path === "/getCode",
    isElsewhere: ({ context }) => !isStep(context.place),
    isProven: ({ context }) => isBehindCode(context.place) && redirectOf(context) === null,
    isLost: ({ context }) => context.codeFor === null,
    staysBehindCode: (_, { place }: { place: Place }) => isBehindCode(place),
    isIdentifierInvalid: ({ context: { place, fields } }) =>
      !isIdentifier(targetIn(place, fields).identifier),
    isCodeOnItsWay: ({ context: { codeFor, place, fields, nextCodeAt, clock } }) =>
      codeFor !== null && isSameTarget(codeFor, targetIn(place, fields)) && clock.now() < nextCodeAt,
    isSignedIn: (_, { end }: AccountSetupOutput) => end === "signedIn",
    isChanged: (_, { end }: AccountSetupOutput) => end === "changed",
  },
}).createMachine({
  id: "registration",
  context: ({ input }) => ({
    ...input,
    fields: NO_FIELDS,
    codeFor: null,
    nextCodeAt: 0,
    code: null,
    password: null,
    error: null,
  }),
  invoke: child("draftKeeper"),
  initial: "beginning",
  on: { "place.changed": { target: ".finding", actions: "setPlace" } },
  states: {
    beginning: {
      description: "Reads the start data from the address, or from the draft stored before a reload.",
      invoke: {
        id: "begin",
        src: "begin",
        onDone: {
          target: "finding",
          actions: { type: "restore", params: ({ event }) => ({ start: event.output }) },
        },
        onError: { target: "finding", actions: "reportFailure" },
      },
      on: { "place.changed": { actions: "setPlace" } },
    },
    finding: {
      description: "Chooses the step of the address, or the last earlier step whose requirements are met.",
      meta: { rule: "2-90, 2-91, 5-01" },
      entry: "correctAddress",
      always: [
        { guard: "isElsewhere", target: "away" },
        { guard: "isAsking", target: "asking" },
        { guard: "isProven", target: "proven" },
        {
          guard: "isLost",
          target: "away",
          actions: { type: "notify", params: { toast: { tone: "error", key: "registrationLost" } } },
        },
        { target: "checking" },
      ],
    },
    away: {
      description: "The sign-in form is shown. Its input may be reused here.",
      on: { "user.fillIn": { actions: ["fillIn", "keepDraft"] } },
    },
    asking: {
      description:
        "The user enters the receiver of the code and, for a new account, an optional invitation code.",
      meta: { rule: "2-85, 2-99" },
      initial: "editing",
      states: {
        editing: {
          on: {
            "user.fillIn": { actions: ["fillIn", "keepDraft"] },
            "user.requestCode": [
              { guard: "isIdentifierInvalid", actions: "showIdentifierError" },
              {
                guard: "isCodeOnItsWay",
                actions: ["clearError", { type: "goTo", params: { to: "/verifyCode" } }],
              },
              { target: "sending", actions: "clearError" },
            ],
          },
        },
        sending: {
          tags: "busy",
          invoke: {
            id: "requestCode",
            src: "requestCode",
            input: ({ context: { place, fields } }) => requestOf(targetIn(place, fields), fields),
            onDone: {
              target: "#registration.moving",
              actions: ["noteCodeSent", "keepDraft", { type: "goTo", params: { to: "/verifyCode" } }],
            },
            onError: { target: "editing", actions: { type: "showFailure", params: asFailure } },
          },
        },
      },
    },
    checking: {
      description: "The user enters the code that was sent.",
      invoke: {
        id: "codeEntry",
        src: "codeEntry",
        input: ({ context, self }) => ({
          parent: self,
          clock: context.clock,
          request: requestOf(sentTo(context), context.fields),
          nextCodeAt: context.nextCodeAt,
          error: context.error,
        }),
        onDone: {
          target: "moving",
          actions: [
            { type: "setCode", params: ({ event }) => event.output },
            { type: "goTo", params: { to: "/setPassword" } },
          ],
        },
        onError: { target: "moving", actions: "reportFailure" },
      },
      on: {
        "codeEntry.resent": {
          actions: [{ type: "setNextCode", params: ({ event }) => event }, "keepDraft"],
        },
      },
    },
    proven: {
      description: "The code was correct: password and profile.",
      invoke: {
        id: "accountSetup",
        src: "accountSetup",
        input: ({ context, self }) => ({
          ...provenOf(context),
          parent: self,
          place: context.place,
          password: context.password,
        }),
        onDone: [
          { guard: { type: "isSignedIn", params: ({ event }) => event.output }, target: "done" },
          {
            guard: { type: "isChanged", params: ({ event }) => event.output },
            target: "away",
            actions: [
              "forget",
              { type: "notify", params: { toast: { tone: "info", key: "passwordChanged" } } },
              { type: "goTo", params: { to: "/login" } },
            ],
          },
          {
            target: "moving",
            actions: [{ type: "takeRefusal", params: ({ event }) => event.output }, "goToFault"],
          },
        ],
        onError: { target: "moving", actions: "reportFailure" },
      },
      on: {
        // Any other address is handled by the root transition.
        "place.changed": {
          guard: { type: "staysBehindCode", params: ({ event }) => event },
          actions: ["setPlace", "tellPlace"],
        },
        "accountSetup.filledIn": { actions: ["fillIn", "keepDraft"] },
      },
    },
    moving: { description: "Waits for the address of the next step." },
    done: { type: "final", tags: "busy", description: "Signed in; the session chart continues." },
  },
});
