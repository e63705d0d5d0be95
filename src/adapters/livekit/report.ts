import { logLine } from "../log.ts";

/** Errors of media are logged only (8-28): one line with a code, never an address or a token. */
export function logMedia(what: string, code: string): void {
  logLine("media", `${what} (${code})`);
}

/** A name of an error, as browsers and LiveKit give it; their texts may carry addresses. */
export function codeOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
