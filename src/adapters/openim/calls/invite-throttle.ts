import type { SignalEvent } from "../../../../machines/domain/call.ts";

/** First and longest pause between invitations of one user, in milliseconds. */
const PAUSE = { first: 1000, longest: 16_000 };

export interface InviteThrottle {
  handle(signal: SignalEvent): void;
  /** Clears all state, so that an invitation to one user does not ring for the next user. */
  reset(): void;
}

/** A user who sent an invitation recently. */
interface Inviter {
  roomID: string;
  /** Whether invitations to another call arrived since then. */
  isBack: boolean;
  /** The newest invitation since then, unless it was cancelled. */
  newest: SignalEvent | null;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Limits the invitations of each user and passes all other signals. The first invitation passes at once. After a
 * pause, the newest of the later ones passes, unless it was cancelled. The pause doubles while invitations to other
 * calls arrive in it, and resets after a pause without any. So a repeated call rings within a second, and a long
 * flood costs the page less and less (R22). Clients repeat an invitation while it rings (R3): a repeat also waits
 * for the end of the pause but does not lengthen it.
 */
export function createInviteThrottle(pass: (signal: SignalEvent) => void): InviteThrottle {
  const inviters = new Map<string, Inviter>();

  const hold = (userID: string, roomID: string, pause: number) => {
    const timer = setTimeout(() => {
      inviters.delete(userID);
      const { isBack, newest } = inviter;
      const next = isBack ? Math.min(2 * pause, PAUSE.longest) : PAUSE.first;
      if (isBack || newest) hold(userID, newest?.invitation.roomID ?? roomID, next);
      if (newest) pass(newest);
    }, pause);
    const inviter: Inviter = { roomID, isBack: false, newest: null, timer };
    inviters.set(userID, inviter);
  };

  return {
    handle(signal) {
      const { sender, invitation } = signal;
      const inviter = inviters.get(sender.userID);
      if (signal.type !== "signal.invite") {
        if (inviter?.newest?.invitation.roomID === invitation.roomID) inviter.newest = null;
        pass(signal);
      } else if (!inviter) {
        hold(sender.userID, invitation.roomID, PAUSE.first);
        pass(signal);
      } else if (invitation.roomID !== inviter.roomID) {
        inviter.isBack = true;
        inviter.newest = signal;
      } else if (!inviter.isBack) {
        inviter.newest = signal;
      }
    },
    reset() {
      for (const { timer } of inviters.values()) clearTimeout(timer);
      inviters.clear();
    },
  };
}
