import { FetchError, ofetch } from "ofetch";
import * as v from "valibot";
import { Failure, type FailureCode } from "../../../machines/domain/failure.ts";
import type { ServerAddresses } from "../config.ts";
import { failureOf } from "../failures.ts";
import { randomUUID } from "../ids.ts";
import { logLine } from "../log.ts";

/** Milliseconds an answer may take (9-01). */
const TIMEOUT = 5000;

const Envelope = v.object({ errCode: v.number(), data: v.optional(v.unknown()) });

/** One request to the OpenIM chat server. */
export interface ChatServerRequest<Output> {
  /** Below the chat server's address, e.g. "/account/login". */
  path: string;
  body: Readonly<Record<string, unknown>>;
  /** Sent in the header `token`; null for none. */
  token: string | null;
  /** What the answer's `data` has to be. */
  answer: v.GenericSchema<unknown, Output>;
}

/** Posts a request; resolves with the parsed `data`, rejects with a `Failure`. No retries. */
export type PostToChatServer = <Output>(request: ChatServerRequest<Output>) => Promise<Output>;

/**
 * The OpenIM chat server: JSON in, an envelope with `errCode` out, an operationID per request (protocol section 7). The IM server's REST is
 * the same at another address; `name` tells them apart in the log.
 */
export function createChatServer(
  addresses: () => Pick<ServerAddresses, "chatUrl">,
  name = "chat server",
): PostToChatServer {
  /** Logs and hands back the failure to throw (8-32, 8-33); the line carries the path and the code, nothing else. */
  const fail = (path: string, code: FailureCode): Failure => {
    logLine(name, `${path} ${code}`);
    return new Failure(code);
  };
  return async ({ path, body, token, answer: schema }) => {
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

/** What `ofetch` threw, as a code. A gateway's 5xx says as little about the account as a lost connection. */
function transportFailure(error: unknown): FailureCode {
  const cause = error instanceof FetchError ? error.cause : error;
  if (cause instanceof Error && cause.name === "TimeoutError") return "timeout";
  const status = error instanceof FetchError ? error.status : undefined;
  return status === undefined || status >= 500 ? "network" : "unknown";
}
