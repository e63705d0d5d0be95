import * as v from "valibot";

/** A user's simulated network: normal, slow, or disconnected. */
export const cableState = v.picklist(["online", "slow", "cut"]);
export type CableState = v.InferOutput<typeof cableState>;

/** The simulated networks of all users, for the demo. Kept in memory only. */
export interface Cables {
  stateOf(userID: string): CableState;
  set(userID: string, state: CableState): void;
  troubled(): [userID: string, state: CableState][];
  /** Calls the listener after every change. */
  watch(listener: (userID: string, state: CableState) => void): void;
  /** Calls `deliver` after the delay of a slow network in one direction. The order is kept. */
  later(deliver: () => void): void;
}

/** Delay of a slow network in one direction, in ms. */
const slowMs = 800;

/** @param later see {@link Cables.later} */
export function createCables(later: Cables["later"] = afterSlowMs): Cables {
  const states = new Map<string, CableState>();
  const listeners: ((userID: string, state: CableState) => void)[] = [];
  const stateOf = (userID: string) => states.get(userID) ?? "online";
  return {
    stateOf,
    set: (userID, state) => {
      if (state === stateOf(userID)) return;
      if (state === "online") states.delete(userID);
      else states.set(userID, state);
      for (const listener of listeners) listener(userID, state);
    },
    troubled: () => [...states],
    watch: (listener) => void listeners.push(listener),
    later,
  };
}

function afterSlowMs(deliver: () => void): void {
  setTimeout(deliver, slowMs).unref();
}
