/**
 * The adapters' only way to the console: one line that says where and what. Callers never pass message text, tokens,
 * passwords or a server's raw answer.
 */
export function logLine(scope: string, line: string): void {
  console.warn(`${scope}: ${line}`);
}
