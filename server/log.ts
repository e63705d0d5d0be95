import { stripVTControlCharacters } from "node:util";

/** Control characters (C0, C1), line separators, and characters that change direction or are invisible. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Returns the line without terminal commands and control characters, whatever a user put into it. */
export const printable = (line: string): string => stripVTControlCharacters(line).replace(unprintable, "");

/** Keeps the process running while its output cannot be written: the disk is full, or nothing reads the pipe. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount("error") === 0) stream.on("error", () => {});
  }
}

/** Prints one line about an unexpected state. Never pass secrets. */
export function warn(line: string): void {
  console.warn(printable(`[server] ${line}`));
}

export function reportError(where: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(printable(`[server] ${where}:`), text.split("\n").map(printable).join("\n  "));
}
