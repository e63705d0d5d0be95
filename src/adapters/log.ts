/**
 * Writes one line to the console; adapters have no other access to it. Callers never pass message text, tokens,
 * passwords or a server's raw answer.
 */
export function logLine(scope: string, line: string): void {
  console.warn(`${scope}: ${line}`);
}
