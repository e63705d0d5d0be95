import type { Bounds } from "./chooser.ts";
import { type Claims, createWitness } from "./claims.ts";
import type { Subject } from "./explore.ts";

/** What can happen next, in words that no other step of the same moment has. */
export interface WorldStep {
  says: string;
  /** Name of the bound that it uses up. */
  costs?: string;
  run(): void | Promise<void>;
}

/** A simulation of machines and what surrounds them. All that can differ between two runs is a step. */
export interface World {
  /** What happens if nobody disturbs it, or null at the end. */
  usual(): WorldStep | null;
  /** What may happen instead. */
  others(): readonly WorldStep[];
  /** All that the rest of the run depends on. */
  state(): string;
  stop?(): void;
}

/** A world to explore. The claims get what `create` returns. */
export interface WorldToExplore<Kind extends World = World> {
  bounds: Bounds;
  create(): Kind;
  claims: Partial<Claims<Kind>>;
}

export interface Line {
  says: string;
  isUsual: boolean;
}

const END: WorldStep = { says: "nothing happens any more", run() {} };

/** @param story hears of each step of a run, oldest first */
export function subjectOf(
  { create, claims }: WorldToExplore,
  story: (line: Line) => void = () => {},
): Subject {
  return async (chooser) => {
    const world = create();
    const witness = createWitness<World>({ never: {}, eventually: {}, sometimes: {}, ...claims });
    const result = { broken: witness.broken, seen: witness.seen };
    try {
      for (;;) {
        // Promises that are settled run their callbacks.
        await new Promise((resolve) => setImmediate(resolve));
        witness.look(world);
        const usual = world.usual() ?? END;
        const others = world.others();
        const index = chooser.choose([usual, ...others], () => world.state());
        if (index === null) return result;
        const step = index === 0 ? usual : others[index - 1];
        if (!step || step === END) break;
        story({ says: step.says, isUsual: index === 0 });
        await step.run();
      }
      witness.end(world);
      return result;
    } finally {
      world.stop?.();
    }
  };
}

/**
 * Returns the worlds of a module: those in the object `worlds` that it exports.
 * @throws Error if there is none
 */
export function worldsIn({ worlds }: Readonly<Record<string, unknown>>): ReadonlyMap<string, WorldToExplore> {
  const all = typeof worlds === "object" && worlds !== null ? Object.entries(worlds) : [];
  const found = all.filter((entry): entry is [string, WorldToExplore] => isWorld(entry[1]));
  if (found.length === 0 || found.length < all.length)
    throw new Error("The module exports no `worlds`, or a world without `bounds`, `create` or `claims`.");
  return new Map(found);
}

function isWorld(value: unknown): value is WorldToExplore {
  if (typeof value !== "object" || value === null) return false;
  const isTable = (name: string) => typeof Reflect.get(value, name) === "object";
  return isTable("bounds") && isTable("claims") && typeof Reflect.get(value, "create") === "function";
}
