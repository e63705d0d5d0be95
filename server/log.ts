/** One line for the person at the terminal about something that should not happen. Never give it secrets. */
export function warn(line: string): void {
  console.warn(`[server] ${line}`);
}

/** Logs an unexpected exception with its stack. */
export function reportError(where: string, error: unknown): void {
  console.error(`[server] ${where}:`, error instanceof Error ? (error.stack ?? error.message) : error);
}
