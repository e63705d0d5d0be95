import { randomUUID } from "node:crypto";

let running = "";

/** Runs the (synchronous) work a client asked for under its operationID. */
export function runOperation<Result>(operationID: string, work: () => Result): Result {
  const outer = running;
  running = operationID;
  try {
    return work();
  } finally {
    running = outer;
  }
}

/**
 * The operationID that what happens now is a consequence of, or a new one; never empty. Pushes carry it: the
 * JS client tells its own messages by it, and the WASM client refuses to make the REST calls a push leads to
 * without one.
 */
export function currentOperationID(): string {
  return running || randomUUID();
}
