/** The points of a run at which several things can happen, and a chooser that follows a plan. */

export interface Option {
  /** A sentence. No two options of a point say the same. */
  readonly says: string;
  /** Name of the bound that taking it uses up; none if it is free. */
  readonly costs?: string | undefined;
}

export interface Chooser {
  /**
   * Returns the index of the option that happens, or null if the run must stop here. The first option is the usual
   * one; it is always free. `state` names everything that the rest of the run depends on, apart from what is spent.
   */
  choose(options: readonly [Option, ...Option[]], state?: () => string): number | null;
}

/** How often the options of each name may be taken in a run. A name without a bound is not taken. */
export type Bounds = Readonly<Record<string, number>>;

/** Another option than the usual one, at a point of the run; points count from 0. */
export interface Deviation {
  readonly point: number;
  readonly says: string;
  readonly costs?: string | undefined;
}

/** The use of each bound by a run. */
export type Spent = Readonly<Record<string, number>>;

export function isAffordable({ costs }: Option, spent: Spent, bounds: Bounds): boolean {
  return costs === undefined || (spent[costs] ?? 0) < (bounds[costs] ?? 0);
}

export function spentOn(deviations: readonly Pick<Deviation, "costs">[]): Spent {
  const spent: Record<string, number> = {};
  for (const { costs } of deviations) if (costs !== undefined) spent[costs] = (spent[costs] ?? 0) + 1;
  return spent;
}

/** Whether every bound is used at most as much as in `other`. */
export function isAtMost(spent: Spent, other: Spent): boolean {
  return Object.entries(spent).every(([name, count]) => count <= (other[name] ?? 0));
}

/**
 * Takes the deviations of a plan at their points, and the usual options otherwise. After the last one `beyond` hears
 * of each point, and returns whether the run goes on. Throws if the run differs from the one that the plan is from.
 */
export function createFollower(
  plan: readonly Deviation[],
  beyond: (point: number, options: readonly Option[], state?: () => string) => boolean,
): Chooser {
  let point = -1;
  let done = 0;
  return {
    choose(options, state) {
      point += 1;
      const next = plan[done];
      if (!next) return beyond(point, options, state) ? 0 : null;
      if (point !== next.point) return 0;
      done += 1;
      const index = options.findIndex(({ says }) => says === next.says);
      if (index < 0) throw new Error(`The run cannot be repeated: "${next.says}" is not possible any more`);
      return index;
    },
  };
}
