import { randomUUID } from "node:crypto";

/** Pushes carry the id to all receivers. SDKs send up to 40 characters. */
const maxLength = 128;
let running = "";

/** Runs `work` as an operation. A longer id than SDKs send is replaced. */
export function runOperation<Result>(operationID: string, work: () => Result): Result {
  const outer = running;
  running = operationID.length > maxLength ? "" : operationID;
  try {
    return work();
  } finally {
    running = outer;
  }
}

/**
 * Returns the operationID of the current request, or a new one; never empty. Pushes carry it: the JS client
 * recognises its own messages by it, and the WASM client makes no follow-up REST calls without it.
 */
export function currentOperationID(): string {
  return running || randomUUID();
}
