/** Why something failed: what an adapter rejects with, and what a person is told about. */
import type { FAILURE_CODES } from "./failure-codes.ts";

/** Why something failed: a closed set, turned into words in one place (`src/i18n/failures.ts`). */
export type FailureCode = (typeof FAILURE_CODES)[number];

/** The only error a port rejects with: a code of the closed set, never a server's raw text. */
export class Failure extends Error {
  override readonly name = "Failure";
  constructor(readonly code: FailureCode) {
    super(code);
  }
}

/** The code of whatever was thrown; anything that is not a `Failure` counts as "unknown". */
export function failureCode(error: unknown): FailureCode {
  return error instanceof Failure ? error.code : "unknown";
}
