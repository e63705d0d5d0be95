/** What the page and the SDK's worker say to each other. Of the SDK, types only: the page must not load it. */
import type { getSDK } from "@openim/wasm-client-sdk";

export type Sdk = ReturnType<typeof getSDK>;

/** The SDK's functions that answer with a promise. */
export type SdkFunction = {
  [Name in keyof Sdk]: Sdk[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Sdk];

/**
 * `call` runs a function of the SDK object, `raw` one that the wasm put on the global object, `query` one of the SDK's
 * database. Of all calls, only that of the login may come before the worker is ready.
 */
export interface SdkRequest {
  id: number;
  verb: "call" | "raw" | "query";
  name: string;
  args: readonly unknown[];
}

/** An event as the SDK emits it. `errCode` is stale on all connection events but OnConnectFailed (protocol fact 24). */
export interface SdkEvent {
  name: string;
  data: unknown;
  errCode: number;
}

export interface SdkError {
  errCode: number;
  errMsg: string;
}

/** The worker's name while the wasm has never been here; the worker counts its download then. */
export const FIRST_VISIT = "im-sdk-first-visit";

export type SdkReport =
  /** The worker's script runs: the first thing it says. */
  | { type: "alive" }
  /** The wasm is arriving, for the first time. */
  | { type: "progress"; percent: number }
  /** Calls may come now. */
  | { type: "ready" }
  /** The wasm did not load, or ended: this worker is of no more use. */
  | { type: "dead" }
  | { type: "event"; event: SdkEvent }
  | { type: "result"; id: number; data: unknown }
  | { type: "error"; id: number; error: SdkError };
