/** Failures: the errors of adapters, and the reasons that the user reads. */
import type { FAILURE_CODES } from "./failure-codes.ts";

/** A failure code; `src/i18n/failures.ts` has the text of each. */
export type FailureCode = (typeof FAILURE_CODES)[number];

/** The only error a port rejects with: a code, never a server's raw text. */
export class Failure extends Error {
  override readonly name = "Failure";
  constructor(readonly code: FailureCode) {
    super(code);
  }
}

/** Returns the code of a thrown value; anything but a `Failure` is "unknown". */
export function failureCode(error: unknown): FailureCode {
  return error instanceof Failure ? error.code : "unknown";
}

/** Whether a request got no answer: the server may have done what it asks for. */
export function isUnanswered(code: FailureCode): boolean {
  return code === "network" || code === "timeout";
}

/** Parameters of an action that shows the failure of an invoke. */
export function asFailure({ event }: { event: { error: unknown } }): { code: FailureCode } {
  return { code: failureCode(event.error) };
}
