/** Time that passes only when everything that can happen at a moment has happened; every app of a story shares it. */
import type { ActorOptions, AnyActorLogic } from "xstate";

export interface VirtualTime {
  /** Milliseconds since the story began. */
  now(): number;
  /** Runs `task` that much later; the returned function calls it off. */
  after(milliseconds: number, task: () => void): () => void;
  /** Resolves that much later. */
  pass(milliseconds: number): Promise<void>;
  /** The same time for statecharts. */
  readonly clock: NonNullable<ActorOptions<AnyActorLogic>["clock"]>;
  /** Lets time pass up to a moment. `settled` is called whenever nothing more can happen without time passing. */
  runUntil(moment: number, settled: () => void): Promise<void>;
}

interface Entry {
  at: number;
  task: () => void;
  isOff: boolean;
}

export function createVirtualTime(): VirtualTime {
  let now = 0;
  /** Latest first, so that the next one is cheap to take; of one moment, the one planned first is taken first. */
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
