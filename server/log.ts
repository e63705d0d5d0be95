import { stripVTControlCharacters } from "node:util";

/** Controls (C0, C1), line separators, and marks that change the direction or hide what is written. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A line that shows on a terminal as it is, whatever a user has put into it: commands to the terminal are left out. */
export const printable = (line: string): string => stripVTControlCharacters(line).replace(unprintable, "");

/** One line for the person at the terminal about something that should not happen. Never give it secrets. */
export function warn(line: string): void {
  console.warn(printable(`[server] ${line}`));
}

/** Logs an unexpected exception with its stack. */
export function reportError(where: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(printable(`[server] ${where}:`), text.split("\n").map(printable).join("\n  "));
}
