/** The parts of the program that are loaded on demand. */

import { Failure } from "../../machines/domain/failure.ts";
import type { FirstPorts, Ports } from "../../machines/ports/index.ts";
import type { UpdatesPort } from "../../machines/ports/updates.ts";
import type { signedInMachine } from "../../machines/session/signed-in.ts";
import type { MakeAppUpdate } from "./app-update.ts";
import type { Preferences } from "./outside.ts";

export type MakeSignedIn = (preferences: Preferences) => typeof signedInMachine;

export interface Program {
  /**
   * Loads the charts and ports of a signed-in user. They are larger than all others together, and sign-in does not need
   * them. Rejects with `Failure("network")`; another call loads again.
   */
  fetchSignedIn(): Promise<MakeSignedIn>;
  /** Loads the chart that installs the service worker. Rejects as `fetchSignedIn` does. */
  fetchAppUpdate(): Promise<MakeAppUpdate>;
}

export interface AppPorts extends FirstPorts {
  program: Program;
}

/** The program as built. `fetchPorts` returns the ports of a signed-in user, always the same object. */
export function programOf(
  fetchPorts: () => Promise<Ports>,
  fetchUpdates: () => Promise<UpdatesPort>,
): Program {
  return {
    async fetchAppUpdate() {
      try {
        const [{ appUpdateChart }, updates] = await Promise.all([import("./app-update.ts"), fetchUpdates()]);
        return (session) => appUpdateChart(updates, session);
      } catch {
        throw new Failure("network");
      }
    },
    async fetchSignedIn() {
      try {
        const [{ signedInChart }, ports] = await Promise.all([import("./signed-in.ts"), fetchPorts()]);
        return (preferences) => signedInChart({ ...preferences, ports });
      } catch {
        throw new Failure("network");
      }
    },
  };
}
