import type { SignalEvent } from "../../../../machines/domain/call.ts";

/** First and longest pause between invitations of one user, in milliseconds. */
const PAUSE = { first: 1000, longest: 16_000 };

export interface Doorbell {
  ring(signal: SignalEvent): void;
  /** Clears all state, so that an invitation to one user does not ring for the next user. */
  rest(): void;
}

/** A user who sent an invitation recently. */
interface Ringer {
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
export function createDoorbell(pass: (signal: SignalEvent) => void): Doorbell {
  const ringers = new Map<string, Ringer>();

  const hold = (userID: string, roomID: string, pause: number) => {
    const timer = setTimeout(() => {
      ringers.delete(userID);
      const { isBack, newest } = ringer;
      const next = isBack ? Math.min(2 * pause, PAUSE.longest) : PAUSE.first;
      if (isBack || newest) hold(userID, newest?.invitation.roomID ?? roomID, next);
      if (newest) pass(newest);
    }, pause);
    const ringer: Ringer = { roomID, isBack: false, newest: null, timer };
    ringers.set(userID, ringer);
  };

  return {
    ring(signal) {
      const { sender, invitation } = signal;
      const ringer = ringers.get(sender.userID);
      if (signal.type !== "signal.invite") {
        if (ringer?.newest?.invitation.roomID === invitation.roomID) ringer.newest = null;
        pass(signal);
      } else if (!ringer) {
        hold(sender.userID, invitation.roomID, PAUSE.first);
        pass(signal);
      } else if (invitation.roomID !== ringer.roomID) {
        ringer.isBack = true;
        ringer.newest = signal;
      } else if (!ringer.isBack) {
        ringer.newest = signal;
      }
    },
    rest() {
      for (const { timer } of ringers.values()) clearTimeout(timer);
      ringers.clear();
    },
  };
}
