/** Virtual time: it advances only when nothing more can happen at the current time. All apps of a simulation share it. */
import type { ActorOptions, AnyActorLogic } from "xstate";
import type { MarkKind } from "../../tools/charts/inspector/reading.ts";

/** What waits in a simulation. */
export interface Waits {
  /** Milliseconds since the start of the simulation. */
  now(): number;
  /** Runs `task` after that delay; the returned function cancels it. */
  after(milliseconds: number, task: () => void, journey?: Journey): () => void;
  pass(milliseconds: number, journey?: Journey): Promise<void>;
  readonly clock: NonNullable<ActorOptions<AnyActorLogic>["clock"]>;
}

/** What a sentence tells, so that a recording can draw it. */
export interface Act {
  readonly kind: MarkKind;
  /** The device on which it happens. */
  readonly device?: string;
  /** The signal that it is about: the same text where it is sent and where it arrives. */
  readonly signal?: string;
}

/** Something on its way. An exploration tries every order in which such things arrive. */
export interface Journey {
  /** A sentence about the arrival. */
  says: string;
  act?: Act;
  /** All that is on its way on a line arrives in order. */
  line?: string;
  /** Within a browser. It is never late. */
  isLocal?: true;
}

export interface VirtualTime extends Waits {
  /** Advances to a time. `settled` is called whenever nothing more can happen without advancing. */
  runUntil(moment: number, settled: () => void): Promise<void>;
}

interface Entry {
  at: number;
  task: () => void;
  isOff: boolean;
}

export function createVirtualTime(): VirtualTime {
  let now = 0;
  /**
   * Latest first, so that `pop` takes the next entry. Entries of the same time run in the order in which they were
   * planned.
   */
  const entries: Entry[] = [];

  const plan = (milliseconds: number, task: () => void): Entry => {
    const entry = { at: now + Math.max(0, milliseconds), task, isOff: false };
    let index = entries.length;
    while (index > 0 && (entries[index - 1]?.at ?? 0) <= entry.at) index -= 1;
    entries.splice(index, 0, entry);
    return entry;
  };
  const callOff = (entry: Entry) => {
    entry.isOff = true;
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  return {
    now: () => now,
    after: (milliseconds, task) => {
      const entry = plan(milliseconds, task);
      return () => callOff(entry);
    },
    pass: (milliseconds) => new Promise((resolve) => void plan(milliseconds, resolve)),
    clock: { setTimeout: (task: () => void, timeout: number) => plan(timeout, task), clearTimeout: callOff },
    async runUntil(moment, settled) {
      await settle();
      settled();
      for (let next = entries.at(-1); next && next.at <= moment; next = entries.at(-1)) {
        entries.pop();
        if (next.isOff) continue;
        now = next.at;
        next.task();
        await settle();
        settled();
      }
      now = moment;
    },
  };
}
