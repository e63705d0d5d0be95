import { logLine } from "../log.ts";

/** Media errors are only logged (8-28): one line with a code, without addresses or tokens. */
export function logMedia(what: string, code: string): void {
  logLine("media", `${what} (${code})`);
}

/** Returns the name of an error. Error texts of browsers and LiveKit may contain addresses. */
export function codeOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
