/**
 * Explores all runs of a subject within bounds, as `explore` does, in fewer runs. What is known is a graph: states, and
 * what can happen in each. A run does not stop at a known state: it goes on to the nearest option that no run has
 * taken. An option is taken once. How much of the bounds a state needs is computed on the graph, without further runs.
 */
import {
  type Bounds,
  type Chooser,
  createFollower,
  type Deviation,
  isAtMost,
  type Option,
  spentOn,
} from "./chooser.ts";
import type { Broken } from "./claims.ts";
import { type Counterexample, nameOf, type Report, type Settings, type Subject } from "./explore.ts";
import { createPurse, type Purse } from "./purse.ts";

/** The most states that are looked at to find the nearest option that no run has taken. */
const SIGHT = 200;

/** More points than any run needs. An edited machine may go on for ever. */
const LONGEST = 2000;

interface Place {
  readonly options: readonly Option[];
  /** Where each option leads; undefined if no run has taken it. */
  readonly next: (Place | undefined)[];
  /** The least that runs to here have spent: no entry is at most another. Numbers of the purse. */
  spent: readonly number[];
  /** The place and the option by which a run came here first; null at the beginning. */
  readonly from: { readonly place: Place; readonly option: number } | null;
  /** Whether the point names a state: a run can stop only there. */
  readonly isState: boolean;
  /** Number of the last run that came here. */
  visit: number;
  isListed: boolean;
}

interface Taken {
  readonly place: Place;
  readonly option: number;
}

/** Explores a subject. The first counterexample is not the one with the fewest deviations: see `shrink`. */
export async function tour(subject: Subject, settings: Settings): Promise<Report> {
  const { bounds, isOver = () => false, stopsAtFirst = false } = settings;
  const map = createMap(createPurse(bounds));
  const seen = new Map<string, number>();
  const counterexamples: Counterexample[] = [];
  let runs = 0;
  let longest = 0;

  const isDone = () => isOver(runs) || (stopsAtFirst && counterexamples.length > 0);
  for (let route = map.routeToOpen(); route && !isDone(); route = map.routeToOpen()) {
    runs += 1;
    const walk = createWalk(map, route, runs);
    const { broken, seen: met } = await subject(walk.chooser);
    walk.end();
    longest = Math.max(longest, walk.taken.length);
    for (const name of met) seen.set(name, (seen.get(name) ?? 0) + 1);
    for (const one of broken)
      if (!counterexamples.some(({ claim }) => claim === one.claim))
        counterexamples.push(await counterexampleOf(subject, one, { taken: walk.taken, map, bounds }));
  }
  const isFinished = map.routeToOpen() === null;
  return {
    isFinished,
    runs,
    states: map.states,
    choices: map.choices,
    merged: map.merged,
    longest,
    seen,
    counterexamples,
  };
}

/** A run: along a route, and from there to what no run has taken. */
function createWalk(map: GraphOfPlaces, route: readonly number[], run: number) {
  const taken: Taken[] = [];
  let ahead = route;
  const chooser: Chooser = {
    choose(options, state) {
      const place = map.arrive(taken.at(-1), options, state);
      const isBack = place.visit === run;
      place.visit = run;
      let [option, ...rest] = ahead;
      if (option === undefined && !isBack) [option, ...rest] = map.routeFrom(place, run) ?? [];
      if (option === undefined && place.isState) return null;
      ahead = rest;
      if (taken.length >= LONGEST) throw new Error(`A run does not end after ${LONGEST} points`);
      taken.push({ place, option: option ?? 0 });
      if (options[option ?? 0]?.says !== place.options[option ?? 0]?.says)
        throw new Error(
          `The run cannot be repeated: "${place.options[option ?? 0]?.says}" is not possible any more`,
        );
      return option ?? 0;
    },
  };
  return {
    chooser,
    taken,
    end() {
      const last = taken.at(-1);
      if (last) map.arriveAtEnd(last);
    },
  };
}

interface GraphOfPlaces {
  readonly states: number;
  readonly choices: number;
  readonly merged: number;
  /** Returns the place of a point. `before` is what happened before it. */
  arrive(before: Taken | undefined, options: readonly Option[], state: (() => string) | undefined): Place;
  arriveAtEnd(last: Taken): void;
  /** Options from the beginning to a place with an option that no run has taken, and this one; null if all are. */
  routeToOpen(): readonly number[] | null;
  /** Options from a place to the nearest one that no run has taken; null if it is far. */
  routeFrom(place: Place, run: number): readonly number[] | null;
  /** The options from the beginning to a place within the bounds, with the fewest deviations. */
  pathTo(goal: Place): readonly Taken[];
}

const END: Place = { options: [], next: [], spent: [], from: null, isState: true, visit: 0, isListed: false };

function createMap(purse: Purse): GraphOfPlaces {
  const byState = new Map<string, Place>();
  const words = new Map<string, Option>();
  const open: Place[] = [];
  let isDone = 0;
  let beginning: Place | null = null;
  let choices = 0;
  let merged = 0;

  const known = (option: Option): Option => {
    const key = `${option.costs ?? ""}\n${option.says}`;
    const one = words.get(key) ?? { says: option.says, costs: option.costs };
    words.set(key, one);
    return one;
  };
  const createPlace = (options: readonly Option[], from: Taken | undefined, isState: boolean): Place => ({
    options: options.map(known),
    next: new Array(options.length).fill(undefined),
    spent: [],
    from: from ?? null,
    isState,
    visit: 0,
    isListed: false,
  });
  const isAffordable = ({ options, spent }: Place, option: number) =>
    spent.some((one) => purse.pay(one, options[option]?.costs) !== null);
  const firstOpen = (place: Place): number =>
    place.next.findIndex((next, option) => next === undefined && isAffordable(place, option));
  const list = (place: Place) => {
    if (place.isListed || firstOpen(place) < 0) return;
    place.isListed = true;
    open.push(place);
  };
  /** Lets the places behind a place know what it costs to come there. */
  const spread = (first: Place) => {
    const waiting = [first];
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      list(place);
      for (const [option, next] of place.next.entries())
        if (next && next !== END && reach(next, place, option)) waiting.push(next);
    }
  };
  const reach = (place: Place, from: Place, option: number): boolean => {
    const before = place.spent;
    for (const one of from.spent) {
      const paid = purse.pay(one, from.options[option]?.costs);
      if (paid !== null) place.spent = purse.add(place.spent, paid);
    }
    return place.spent !== before;
  };
  const begin = (options: readonly Option[], state: (() => string) | undefined): Place => {
    beginning = createPlace(options, undefined, state !== undefined);
    if (state) byState.set(nameOf(state()), beginning);
    beginning.spent = [purse.full];
    list(beginning);
    return beginning;
  };
  const find = (before: Taken, options: readonly Option[], state: (() => string) | undefined): Place => {
    const key = state && nameOf(state());
    const place = (key && byState.get(key)) || createPlace(options, before, state !== undefined);
    if (place.from !== before) merged += 1;
    else if (key) byState.set(key, place);
    return place;
  };

  return {
    get states() {
      return byState.size;
    },
    get choices() {
      return choices;
    },
    get merged() {
      return merged;
    },
    arrive(before, options, state) {
      if (!before) return beginning ?? begin(options, state);
      const { place, option } = before;
      const there = place.next[option];
      if (there) return there;
      choices += 1;
      const found = find(before, options, state);
      place.next[option] = found;
      if (reach(found, place, option)) spread(found);
      return found;
    },
    arriveAtEnd({ place, option }) {
      if (place.next[option]) return;
      choices += 1;
      place.next[option] = END;
    },
    routeToOpen() {
      if (!beginning) return [];
      for (let first = open[isDone]; first; first = open[isDone]) {
        const option = firstOpen(first);
        if (option >= 0) return [...routeTo(first), option];
        first.isListed = false;
        isDone += 1;
      }
      return null;
    },
    routeFrom(place, run) {
      const from = new Map<Place, Taken | null>([[place, null]]);
      for (const one of from.keys()) {
        const option = firstOpen(one);
        if (option >= 0) {
          const route = [option];
          for (let step = from.get(one); step; step = from.get(step.place)) route.unshift(step.option);
          return route;
        }
        if (from.size > SIGHT) return null;
        for (const [index, next] of one.next.entries())
          if (next && next !== END && next.visit !== run && !from.has(next))
            from.set(next, { place: one, option: index });
      }
      return null;
    },
    pathTo(goal) {
      return beginning ? cheapestPath(beginning, goal, purse) : [];
    },
  };
}

/** Goes through the places with the fewest deviations first. */
function cheapestPath(beginning: Place, goal: Place, purse: Purse): readonly Taken[] {
  interface Step {
    readonly place: Place;
    readonly spent: number;
    readonly taken: Taken | null;
    readonly before: Step | null;
  }
  const met = new Map<Place, readonly number[]>();
  let level: Step[] = [{ place: beginning, spent: purse.full, taken: null, before: null }];
  while (level.length > 0) {
    const later: Step[] = [];
    for (let step = level.pop(); step; step = level.pop()) {
      const { place, spent } = step;
      const known = met.get(place) ?? [];
      const now = purse.add(known, spent);
      if (now === known) continue;
      met.set(place, now);
      if (place === goal) {
        const path: Taken[] = [];
        for (let one: Step | null = step; one?.taken; one = one.before) path.unshift(one.taken);
        return path;
      }
      for (const [option, next] of place.next.entries()) {
        const paid = purse.pay(spent, place.options[option]?.costs);
        if (!next || next === END || paid === null) continue;
        (option === 0 ? level : later).push({
          place: next,
          spent: paid,
          taken: { place, option },
          before: step,
        });
      }
    }
    level = later;
  }
  return [];
}

function deviationsOf(taken: readonly Taken[]): Deviation[] {
  return taken.flatMap(({ place, option }, point) => {
    const one = place.options[option];
    return option > 0 && one ? [{ point, ...one }] : [];
  });
}

/**
 * A run may spend more than the bounds on its way through known places. Then another run to the place where the claim
 * broke is within them.
 */
async function counterexampleOf(
  subject: Subject,
  broken: Broken,
  { taken, map, bounds }: { taken: readonly Taken[]; map: GraphOfPlaces; bounds: Bounds },
): Promise<Counterexample> {
  const found = { ...broken, deviations: deviationsOf(taken) };
  if (isAtMost(spentOn(found.deviations), bounds)) return found;
  const breaks = async (deviations: readonly Deviation[], points: number) => {
    let point = 0;
    const follower = createFollower(deviations, () => true);
    const result = await subject({
      choose(options, state) {
        const option = follower.choose(options, state);
        point += 1;
        return state && point > points ? null : option;
      },
    });
    return result.broken.find(({ claim }) => claim === broken.claim);
  };
  let [whole, broke] = [0, taken.length];
  while (whole + 1 < broke) {
    const middle = Math.floor((whole + broke) / 2);
    if (await breaks(found.deviations, middle)) broke = middle;
    else whole = middle;
  }
  const goal = taken[broke]?.place ?? taken.at(-1)?.place;
  const deviations = deviationsOf(goal ? map.pathTo(goal) : []);
  const again = await breaks(deviations, Number.POSITIVE_INFINITY);
  return again ? { ...again, deviations } : found;
}

function routeTo(place: Place): number[] {
  const route: number[] = [];
  for (let { from } = place; from; { from } = from.place) route.push(from.option);
  return route.reverse();
}
