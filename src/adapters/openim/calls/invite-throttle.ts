import type { SignalEvent } from "../../../../machines/domain/call.ts";

/** Milliseconds in which one person's invitations count as one, at first and at most. */
const PAUSE = { first: 1000, longest: 16_000 };

export interface Doorbell {
  ring(signal: SignalEvent): void;
  /** Nobody has rung, and nothing waits: what was for one person must not ring for the next. */
  rest(): void;
}

/** Somebody who has rung not long ago. */
interface Ringer {
  /** The call that was let through last. */
  roomID: string;
  /** Whether they have rung about another call since. */
  isBack: boolean;
  /** The newest invitation since, unless it was called off. */
  newest: SignalEvent | null;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Lets signals through one by one, but a person's invitations only now and then: the first at once, and after a pause
 * the newest of those that followed, unless it was called off meanwhile. The pause doubles for as long as they ring
 * about other calls in it, and is forgotten after one that was quiet: who calls again is heard within a second, and a
 * flood that lasts costs the page less and less (R22). Clients repeat an invitation while it rings (R3): a repeat waits
 * for the end of the pause, too, but lengthens none.
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
