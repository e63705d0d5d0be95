/** Messages between the page and the SDK worker. Imports only types of the SDK, because the page must not load it. */
import type { getSDK } from "@openim/wasm-client-sdk";

export type Sdk = ReturnType<typeof getSDK>;

export type SdkFunction = {
  [Name in keyof Sdk]: Sdk[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Sdk];

/**
 * `call` runs a function of the SDK object, `raw` a wasm function on the global object, `query` a function of the
 * SDK's database. `stop` ends the upload with that name. Before the worker is ready, only the login call is allowed.
 */
export interface SdkRequest {
  id: number;
  verb: "call" | "raw" | "query" | "stop";
  name: string;
  args: readonly unknown[];
}

/** An SDK event. `errCode` is stale on all connection events except OnConnectFailed (protocol fact 24). */
export interface SdkEvent {
  name: string;
  data: unknown;
  errCode: number;
}

/**
 * The worker's own event: another device has removed the stored messages of these chats. Its data are their rows, as
 * in OnConversationChanged.
 */
export const CHATS_CLEARED = "ChatsCleared";

export interface SdkError {
  errCode: number;
  errMsg: string;
}

/** The worker's name before the first download of the wasm. The worker then reports its progress. */
export const FIRST_VISIT = "im-sdk-first-visit";

export type SdkReport =
  /** The first report: the worker's script runs. */
  | { type: "alive" }
  /** Progress of the first download of the wasm. */
  | { type: "progress"; percent: number }
  | { type: "ready" }
  /** The wasm did not load, or it ended. The worker cannot be used any more. */
  | { type: "dead" }
  | { type: "event"; event: SdkEvent }
  | { type: "result"; id: number; data: unknown }
  | { type: "error"; id: number; error: SdkError };
