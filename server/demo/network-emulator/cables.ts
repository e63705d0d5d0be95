import * as v from "valibot";

/** How a person's network is made to be: as it is, slow, or like a cable that was pulled out. */
export const cableState = v.picklist(["online", "slow", "cut"]);
export type CableState = v.InferOutput<typeof cableState>;

/** Everybody's cable to this server, for a demo in which people see what a bad network does. Forgotten with the process. */
export interface Cables {
  stateOf(userID: string): CableState;
  set(userID: string, state: CableState): void;
  /** Those whose cable is not simply online. */
  troubled(): [userID: string, state: CableState][];
  /** Hears of every change, after it. */
  watch(listener: (userID: string, state: CableState) => void): void;
  /** Holds back, for the time a slow cable takes in one direction; what was given first comes first. */
  later(deliver: () => void): void;
}

/** How long whatever passes a slow cable takes in one direction. */
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
