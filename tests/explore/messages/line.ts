/** A device's connection to the message server. What is on its way is lost when the line is cut. */
import type { ExploredTime } from "../common/explored-time.ts";

export interface Line {
  readonly isUp: boolean;
  /** Whether something is on its way. */
  readonly isBusy: boolean;
  /** Runs `arrive` when it arrives, or `lose` if the line is cut before. Without a line it is lost at once. */
  carry(says: string, arrive: () => void, lose?: () => void): void;
  connect(): void;
  cut(): void;
}

export function createLine(time: ExploredTime): Line {
  const onTheWay = new Set<{ stop: () => void; lose: () => void }>();
  let isUp = false;
  return {
    get isUp() {
      return isUp;
    },
    get isBusy() {
      return onTheWay.size > 0;
    },
    carry(says, arrive, lose = () => {}) {
      if (!isUp) {
        lose();
        return;
      }
      const entry = { stop: () => {}, lose };
      onTheWay.add(entry);
      entry.stop = time.after(
        0,
        () => {
          onTheWay.delete(entry);
          arrive();
        },
        { says },
      );
    },
    connect() {
      isUp = true;
    },
    cut() {
      isUp = false;
      const lost = [...onTheWay];
      onTheWay.clear();
      for (const { stop } of lost) stop();
      for (const { lose } of lost) lose();
    },
  };
}
