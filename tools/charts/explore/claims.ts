/** The claims that must hold in every run, and those that must hold in some run. */

export interface Claims<World> {
  /** Says what is wrong, at any point of a run; null if nothing is. */
  never: Readonly<Record<string, (world: World) => string | null>>;
  /** Says what is wrong at the end of a run. The end is the bound: a run ends when nothing can happen any more. */
  eventually: Readonly<Record<string, (world: World) => string | null>>;
  /** Must hold at some point of some run: otherwise the exploration misses what it is for. */
  sometimes: Readonly<Record<string, (world: World) => boolean>>;
}

export interface Broken {
  readonly claim: string;
  readonly says: string;
}

export interface Witness<World> {
  readonly broken: readonly Broken[];
  /** Names of the `sometimes` claims that held. */
  readonly seen: ReadonlySet<string>;
  look(world: World): void;
  end(world: World): void;
}

export function createWitness<World>({ never, eventually, sometimes }: Claims<World>): Witness<World> {
  const broken: Broken[] = [];
  const seen = new Set<string>();
  const check = (claims: Claims<World>["never"], world: World) => {
    for (const [claim, problemOf] of Object.entries(claims)) {
      if (broken.some((one) => one.claim === claim)) continue;
      const says = problemOf(world);
      if (says !== null) broken.push({ claim, says });
    }
  };
  return {
    broken,
    seen,
    look(world) {
      check(never, world);
      for (const [claim, holds] of Object.entries(sometimes))
        if (!seen.has(claim) && holds(world)) seen.add(claim);
    },
    end: (world) => check(eventually, world),
  };
}
