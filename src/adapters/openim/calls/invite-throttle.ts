import { afterPause, afterSignal, type PausedInviter } from "../../../../machines/calls/invite-pause.ts";
import type { SignalEvent } from "../../../../machines/domain/call.ts";

export interface InviteThrottle {
  handle(signal: SignalEvent): void;
  /** Clears all state, so that an invitation to one user does not ring for the next user. */
  reset(): void;
}

/**
 * Limits the invitations of each user and passes all other signals. The first invitation passes at once. After a
 * pause, the newest of the later ones passes, unless it was cancelled. The pause doubles while invitations to other
 * calls arrive in it, and resets after a pause without any. So a repeated call rings within a second, and a long
 * flood costs the page less and less (R22). Clients repeat an invitation while it rings (R3): a repeat also waits
 * for the end of the pause but does not lengthen it.
 */
export function createInviteThrottle(pass: (signal: SignalEvent) => void): InviteThrottle {
  const held = new Map<string, { inviter: PausedInviter; timer: ReturnType<typeof setTimeout> }>();

  const hold = (userID: string, inviter: PausedInviter) => {
    const timer = setTimeout(() => {
      const next = afterPause(held.get(userID)?.inviter ?? inviter);
      held.delete(userID);
      if (next.inviter) hold(userID, next.inviter);
      if (next.passing) pass(next.passing);
    }, inviter.pause);
    held.set(userID, { inviter, timer });
  };

  return {
    handle(signal) {
      const { userID } = signal.sender;
      const before = held.get(userID);
      const { inviter, passes } = afterSignal(before?.inviter ?? null, signal);
      if (inviter && before) before.inviter = inviter;
      else if (inviter) hold(userID, inviter);
      if (passes) pass(signal);
    },
    reset() {
      for (const { timer } of held.values()) clearTimeout(timer);
      held.clear();
    },
  };
}
