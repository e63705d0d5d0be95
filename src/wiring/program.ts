/** What is fetched of the program itself when it is needed. */
import type { messengerMachine } from "../../machines/messenger.ts";
import type { Ports } from "../../machines/ports/index.ts";
import { Failure } from "../../machines/vocabulary/failures.ts";
import type { Language } from "../../machines/vocabulary/surroundings.ts";

/** What the charts are joined with: the outside world, and what the person prefers. */
export interface Outside {
  ports: Ports;
  language: () => Language;
  /** Whether new messages are heard. */
  isSoundOn: () => boolean;
}

/** Joins the messenger, and everything below it, with the outside. */
export type MakeMessenger = (outside: Outside) => typeof messengerMachine;

export interface Program {
  /**
   * The messenger: its charts are more than all others together, and nobody signs in with them. Rejects with
   * `Failure("network")`; asked again, it is fetched again.
   */
  fetchMessenger(): Promise<MakeMessenger>;
}

/** The outside world, and where the rest of the program comes from. */
export interface AppPorts extends Ports {
  program: Program;
}

/** The program in the files it was built into. */
export const program: Program = {
  async fetchMessenger() {
    try {
      return (await import("./messenger.ts")).messengerChart;
    } catch {
      throw new Failure("network");
    }
  },
};
