import { FetchError, ofetch } from "ofetch";
import * as v from "valibot";
import { Failure, type FailureCode } from "../../../machines/domain/failure.ts";
import type { ServerAddresses } from "../config.ts";
import { failureOf } from "../failures.ts";
import { randomUUID } from "../ids.ts";
import { logLine } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";

/** Timeout of a request in milliseconds (9-01). */
const TIMEOUT = 5000;

const Envelope = v.object({ errCode: v.number(), data: v.optional(v.unknown()) });

export interface ChatServerRequest<Output> {
  /** Path below the chat server's address, e.g. "/account/login". */
  path: string;
  body: Readonly<Record<string, unknown>>;
  /** Value of the header `token`; null for none. */
  token: string | null;
  answer: v.GenericSchema<unknown, Output>;
}

/** Posts a request once. Resolves with the parsed `data`, rejects with a `Failure`. */
export type PostToChatServer = <Output>(request: ChatServerRequest<Output>) => Promise<Output>;

/**
 * Client for the OpenIM chat server: JSON request, an answer with `errCode`, and an operationID for each request
 * (protocol section 7). The IM server's REST works the same way at another address; `name` identifies the server in
 * the log.
 */
export function createChatServer(
  addresses: () => Pick<ServerAddresses, "chatUrl">,
  name = "chat server",
  clock?: Pick<ServerClock, "hear">,
): PostToChatServer {
  /** Logs a failure and returns it (8-32, 8-33). The line has only the path and the code. */
  const fail = (path: string, code: FailureCode): Failure => {
    logLine(name, `${path} ${code}`);
    return new Failure(code);
  };
  return async ({ path, body, token, answer: schema }) => {
    const askedAt = Date.now();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new DOMException(path, "TimeoutError")), TIMEOUT);
    let answer: unknown;
    try {
      answer = await ofetch<unknown>(`${addresses().chatUrl}${path}`, {
        method: "POST",
        headers: { operationID: randomUUID(), ...(token ? { token } : {}) },
        body,
        signal: limit.signal,
        retry: false,
        responseType: "json",
        onResponse: ({ response }) => clock?.hear(response.headers.get("date"), askedAt),
      });
    } catch (error) {
      throw fail(path, transportFailure(error));
    } finally {
      clearTimeout(timer);
    }
    const envelope = v.safeParse(Envelope, answer);
    if (!envelope.success) throw fail(path, "unknown");
    if (envelope.output.errCode !== 0) throw new Failure(failureOf(envelope.output.errCode));
    const data = v.safeParse(schema, envelope.output.data);
    if (!data.success) throw fail(path, "unknown");
    return data.output;
  };
}

/**
 * Converts an `ofetch` error. A 5xx status counts as no answer: it says nothing about the account, and the user's
 * connection works.
 */
function transportFailure(error: unknown): FailureCode {
  const cause = error instanceof FetchError ? error.cause : error;
  if (cause instanceof Error && cause.name === "TimeoutError") return "timeout";
  const status = error instanceof FetchError ? error.status : undefined;
  if (status === undefined) return "network";
  return status >= 500 ? "timeout" : "unknown";
}
