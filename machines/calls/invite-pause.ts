import type { SignalEvent } from "../domain/call.ts";
import { initiatedAt } from "./call-rules.ts";

/** Which invitations of a user ring, and when. Pure functions (R22). */

/** First and longest pause between invitations of one user, in milliseconds. */
const PAUSE = { first: 1000, longest: 16_000 };

/** A user who sent an invitation recently. */
export interface PausedInviter {
  roomID: string;
  /** When the sender made the invitation of a group call; 0 if unknown. A later one rings again (R26). */
  initiatedAt: number;
  /** Whether invitations to another call arrived in this pause. */
  isBack: boolean;
  /** The newest invitation in this pause, unless it was cancelled. */
  newest: SignalEvent | null;
  /** Length of this pause, in milliseconds. */
  pause: number;
}

/** Returns the sender after a signal, null for none to pause, and whether the signal passes at once. */
export function afterSignal(
  inviter: PausedInviter | null,
  signal: SignalEvent,
): { inviter: PausedInviter | null; passes: boolean } {
  const { roomID } = signal.invitation;
  if (signal.type !== "signal.invite") {
    const isCancelled = inviter?.newest?.invitation.roomID === roomID;
    return { inviter: inviter && isCancelled ? { ...inviter, newest: null } : inviter, passes: true };
  }
  if (!inviter) return { inviter: pausedBy(signal, PAUSE.first), passes: true };
  if (roomID !== inviter.roomID || initiatedAt(signal.invitation) !== inviter.initiatedAt)
    return { inviter: { ...inviter, isBack: true, newest: signal }, passes: false };
  return { inviter: inviter.isBack ? inviter : { ...inviter, newest: signal }, passes: false };
}

/** Returns the sender after a pause, null if it was the last, and the invitation that passes now. */
export function afterPause(inviter: PausedInviter): {
  inviter: PausedInviter | null;
  passing: SignalEvent | null;
} {
  const { isBack, newest, pause } = inviter;
  const next = isBack ? Math.min(2 * pause, PAUSE.longest) : PAUSE.first;
  const goesOn = isBack || newest !== null;
  const after = newest ? pausedBy(newest, next) : { ...inviter, isBack: false, newest: null, pause: next };
  return { inviter: goesOn ? after : null, passing: newest };
}

function pausedBy({ invitation }: SignalEvent, pause: number): PausedInviter {
  const { roomID } = invitation;
  return { roomID, initiatedAt: initiatedAt(invitation), isBack: false, newest: null, pause };
}
