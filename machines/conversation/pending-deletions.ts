import type { MessageKey } from "../domain/message.ts";

/**
 * Disappeared messages that are deleted on this device but not yet on the server. The server deletes them one after
 * another. Pure functions.
 */

export interface PendingDeletions {
  /** The message that the server is deleting now. */
  current: MessageKey | null;
  /** The messages after it. */
  waiting: readonly MessageKey[];
  /** The messages that the server refused to delete since the last pause. */
  refused: readonly MessageKey[];
}

export const NO_DELETIONS: PendingDeletions = { current: null, waiting: [], refused: [] };

/** Milliseconds from a failure to the next try. */
export const DELETION_PAUSE = 5000;

export type DeletionEvent =
  | { type: "deletion.add"; message: MessageKey }
  /** `done`: the server has deleted it, or never had it. `unreachable`: the server did not answer. */
  | { type: "deletion.done" | "deletion.refused" | "deletion.unreachable"; message: MessageKey }
  | { type: "deletion.pauseOver" }
  /** The user has signed out. */
  | { type: "deletion.drop" };

/** `delete`: ask the server to delete `current`. `pause`: wait, then try again. */
export type DeletionStep = "delete" | "pause" | "nothing";

interface Next {
  deletions: PendingDeletions;
  step: DeletionStep;
}

/** Returns the deletions after an event, and the next step. */
export function nextDeletions(deletions: PendingDeletions, event: DeletionEvent): Next {
  const { current, waiting, refused } = deletions;
  switch (event.type) {
    case "deletion.add":
      if (current)
        return { deletions: { ...deletions, waiting: [...waiting, event.message] }, step: "nothing" };
      return started([...refused, ...waiting, event.message]);
    case "deletion.pauseOver":
      return current ? { deletions, step: "nothing" } : started([...refused, ...waiting]);
    case "deletion.drop":
      return { deletions: NO_DELETIONS, step: "nothing" };
    default:
      // An answer to a request of a user who has signed out.
      if (event.message !== current) return { deletions, step: "nothing" };
  }
  switch (event.type) {
    case "deletion.done":
      return started(waiting, refused);
    case "deletion.refused":
      return started(waiting, [...refused, current]);
    case "deletion.unreachable":
      return { deletions: { current: null, waiting: [current, ...waiting], refused }, step: "pause" };
  }
}

function started(messages: readonly MessageKey[], refused: readonly MessageKey[] = []): Next {
  const [current = null, ...waiting] = messages;
  const deletions = { current, waiting, refused };
  if (current) return { deletions, step: "delete" };
  return { deletions, step: refused.length > 0 ? "pause" : "nothing" };
}
