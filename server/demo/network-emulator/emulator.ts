import * as v from "valibot";

/** A user's simulated network: normal, slow, or disconnected. */
export const networkState = v.picklist(["online", "slow", "cut"]);
export type NetworkState = v.InferOutput<typeof networkState>;

/** The simulated networks of all users, for the demo. Kept in memory only. */
export interface NetworkEmulator {
  stateOf(userID: string): NetworkState;
  set(userID: string, state: NetworkState): void;
  troubled(): [userID: string, state: NetworkState][];
  /** Calls the listener after every change. */
  watch(listener: (userID: string, state: NetworkState) => void): void;
  /** Calls `deliver` after the delay of a slow network in one direction. The order is kept. */
  delay(deliver: () => void): void;
}

/** Delay of a slow network in one direction, in ms. */
const slowMs = 800;

/** @param later see {@link NetworkEmulator.delay} */
export function createNetworkEmulator(delay: NetworkEmulator["delay"] = afterSlowMs): NetworkEmulator {
  const states = new Map<string, NetworkState>();
  const listeners: ((userID: string, state: NetworkState) => void)[] = [];
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
    delay,
  };
}

function afterSlowMs(deliver: () => void): void {
  setTimeout(deliver, slowMs).unref();
}
