import type { OutboxContext } from "./outbox.ts";

/** Returns how many messages wait or have failed; null while those of an earlier session are not loaded. */
export function unsentCount({ items, isRestored }: OutboxContext): number | null {
  return isRestored ? Object.keys(items).length : null;
}
