import type { SignalEvent } from "../../../machines/events.ts";

/** Milliseconds in which one person's invitations count as one. */
const PAUSE = 1000;

/**
 * Lets signals through one by one, but a person's invitations at most once a second: the first at once, and of those
 * that follow within the second the newest, unless it was called off meanwhile. A thousand of them cost the page two
 * calls (R22).
 */
export function createDoorbell(pass: (signal: SignalEvent) => void): (signal: SignalEvent) => void {
  /** Who has rung within the last second, and what they have said since; null for nothing. */
  const held = new Map<string, SignalEvent | null>();

  const ring = (signal: SignalEvent) => {
    const { userID } = signal.sender;
    held.set(userID, null);
    setTimeout(() => {
      const newest = held.get(userID);
      held.delete(userID);
      if (newest) ring(newest);
    }, PAUSE);
    pass(signal);
  };

  return (signal) => {
    const { sender, invitation } = signal;
    if (signal.type !== "signal.invite") {
      if (held.get(sender.userID)?.invitation.roomID === invitation.roomID) held.set(sender.userID, null);
      pass(signal);
    } else if (held.has(sender.userID)) held.set(sender.userID, signal);
    else ring(signal);
  };
}
