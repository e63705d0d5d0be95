import { assertEvent, assign, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { asFailure, type FailureCode } from "../domain/failure.ts";
import type { Secret } from "../domain/secret.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port } from "../ports/stub.ts";
import { type CodeRequest, type CodeTarget, errorOf, type RegistrationError } from "./registration-form.ts";
import { isVerificationCode, RESEND_AFTER } from "./verification-code.ts";

/** The user enters the code that was sent. Another code can be requested after a wait. */

export type CodeEntryNews = { type: "codeEntry.resent"; nextCodeAt: number };

export interface CodeEntryContext {
  parent: Listener<CodeEntryNews>;
  clock: Clock;
  request: CodeRequest;
  /** When the next code may be requested, in milliseconds since the epoch. */
  nextCodeAt: number;
  code: Secret | null;
  error: RegistrationError | null;
}

export type CodeEntryEvent =
  /** The user types a code; its text stays in the input field until submit. */
  { type: "user.typeSecret" } | { type: "user.requestCode" } | { type: "user.submitCode"; code: Secret };

export const codeEntryMachine = setup({
  types: {
    context: {} as CodeEntryContext,
    events: {} as CodeEntryEvent,
    input: {} as Omit<CodeEntryContext, "code">,
    output: {} as { code: Secret | null },
    tags: {} as "verifying" | "resending" | "coolingDown",
    meta: {} as RuleMeta,
  },
  actors: {
    requestCode: port<void, CodeRequest>("requestCode"),
    checkCode: port<void, CodeTarget & { code: Secret }>("checkCode"),
  },
  actions: {
    startCooling: assign({ nextCodeAt: ({ context }) => context.clock.now() + RESEND_AFTER }),
    tellResent: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "codeEntry.resent" as const, nextCodeAt: context.nextCodeAt }),
    ),
    setCode: assign((_, { code }: { code: Secret }) => ({ code, error: null })),
    clearError: assign({ error: null }),
    showCodeError: assign({ error: (): RegistrationError => ({ field: "code", code: "codeInvalid" }) }),
    showFailure: assign({
      error: ({ context }, { code }: { code: FailureCode }) => errorOf(code, context.request),
    }),
  },
  guards: {
    isCooling: ({ context }) => context.clock.now() < context.nextCodeAt,
    isCodeInvalid: (_, { code }: { code: Secret }) => !isVerificationCode(code),
  },
  delays: { codeCooldown: ({ context }) => context.nextCodeAt - context.clock.now() },
}).createMachine({
  id: "codeEntry",
  // The clock may have been set back since the code was requested.
  context: ({ input }) => ({
    ...input,
    nextCodeAt: Math.min(input.nextCodeAt, input.clock.now() + RESEND_AFTER),
    code: null,
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
              description: "The sixth digit submits the code.",
              on: {
                "user.typeSecret": { actions: "clearError" },
                "user.submitCode": [
                  {
                    guard: { type: "isCodeInvalid", params: ({ event }) => ({ code: event.code }) },
                    actions: "showCodeError",
                  },
                  {
                    target: "verifying",
                    actions: { type: "setCode", params: ({ event }) => ({ code: event.code }) },
                  },
                ],
              },
            },
            verifying: {
              tags: "verifying",
              description: "The server checks the code; the code stays valid for the next steps.",
              invoke: {
                id: "checkCode",
                src: "checkCode",
                input: ({ context: { request }, event }) => {
                  assertEvent(event, "user.submitCode");
                  return { purpose: request.purpose, identifier: request.identifier, code: event.code };
                },
                onDone: "#codeEntry.right",
                onError: { target: "editing", actions: { type: "showFailure", params: asFailure } },
              },
            },
          },
        },
        post: {
          initial: "deciding",
          states: {
            deciding: { always: [{ guard: "isCooling", target: "cooling" }, { target: "available" }] },
            available: {
              description: "Another code can be requested.",
              on: { "user.requestCode": { target: "requesting", actions: "clearError" } },
            },
            requesting: {
              tags: "resending",
              invoke: {
                id: "requestCode",
                src: "requestCode",
                input: ({ context }) => context.request,
                onDone: { target: "cooling", actions: ["startCooling", "tellResent"] },
                onError: { target: "available", actions: { type: "showFailure", params: asFailure } },
              },
            },
            cooling: {
              tags: "coolingDown",
              description: "A code was requested; the next one can be requested after 60 s.",
              meta: { rule: "5-13" },
              after: { codeCooldown: "available" },
            },
          },
        },
      },
    },
    right: { type: "final", tags: "verifying", description: "The code is correct." },
  },
  output: ({ context }) => ({ code: context.code }),
});
