/** What is fetched of the program itself when it is needed. */

import { Failure } from "../../machines/domain/failure.ts";
import type { Language } from "../../machines/domain/platform-events.ts";
import type { FirstPorts, Ports } from "../../machines/ports/index.ts";
import type { signedInMachine } from "../../machines/session/signed-in.ts";

/** What the person prefers. */
export interface Preferences {
  language: () => Language;
  /** Whether new messages are heard. */
  isSoundOn: () => boolean;
}

/** What the first charts are joined with: the outside world as far as it is there, and what the person prefers. */
export interface FirstOutside extends Preferences {
  ports: FirstPorts;
}

/** What the messenger is joined with: the whole outside world, and what the person prefers. */
export interface Outside extends Preferences {
  ports: Ports;
}

/** Joins the messenger, and everything below it, with the outside. */
export type MakeMessenger = (preferences: Preferences) => typeof signedInMachine;

export interface Program {
  /**
   * The messenger: its charts and ports are more than all others together, and nobody signs in with them. Rejects with
   * `Failure("network")`; asked again, it is fetched again.
   */
  fetchMessenger(): Promise<MakeMessenger>;
}

/** The outside world, and where the rest of the program comes from. */
export interface AppPorts extends FirstPorts {
  program: Program;
}

/** The program in the files it was built into; `fetchPorts` brings the messenger's ports, the same ones every time. */
export function programOf(fetchPorts: () => Promise<Ports>): Program {
  return {
    async fetchMessenger() {
      try {
        const [{ messengerChart }, ports] = await Promise.all([import("./messenger.ts"), fetchPorts()]);
        return (preferences) => messengerChart({ ...preferences, ports });
      } catch {
        throw new Failure("network");
      }
    },
  };
}
