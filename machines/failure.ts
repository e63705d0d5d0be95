import type { FailureCode } from "./events.ts";

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
