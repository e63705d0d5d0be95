/**
 * Time of an exploration. What is on its way arrives in the order in which it was sent, unless it is late: then it may
 * arrive after anything that comes later. Time passes only when a timer fires: when nothing is on its way, or only
 * things that are late.
 */

import type { Option } from "../../../tools/charts/explore/chooser.ts";
import type { Act, Journey, Waits } from "../../pair/virtual-time.ts";

/** The bound for things that arrive late. */
export const REORDERING = "reordering";

export interface Step extends Option {
  readonly act?: Act | undefined;
  run(): void;
}

export interface ExploredTime extends Waits {
  /** Timers of charts, named after their device. */
  clockOf(device: string): Waits["clock"];
  /** Lets everything happen that does not depend on the network or on timers. */
  settle(): Promise<void>;
  /** What can happen next, the usual first; empty if nothing can. */
  steps(): readonly Step[];
  /** When each thing on its way was sent. */
  departures(): readonly number[];
  /** Whether something is on its way. */
  isBusy(): boolean;
  /** What is on its way and which timers run, as far as the future depends on it. */
  state(): unknown;
}

interface Entry {
  from: number;
  at: number;
  milliseconds: number;
  says: string;
  act: Act | undefined;
  line: string;
  task: () => void;
  isLocal: boolean | undefined;
  isLate: boolean;
}

/** So that moments differ from durations in a state. Milliseconds, as all times here. */
export const START = 1e9;
/** Nothing is on its way for longer, in milliseconds: a timer that fires later waits for it. */
const LONGEST_TRIP = 10_000;
/** Shorter waits without a journey are over before anything else happens, in milliseconds. */
const LONG = 1000;

/** Timers fire at multiples of `grid` milliseconds, so that moments which differ by less count as one. */
export function createExploredTime(grid = 1): ExploredTime {
  let now = START;
  let soon: Entry[] = [];
  let onTheWay: Entry[] = [];
  let timers: Entry[] = [];

  const entryOf = (
    milliseconds: number,
    task: () => void,
    { says, act, line = says, isLocal }: Journey,
  ): Entry => ({
    from: now,
    at: now + Math.max(0, milliseconds),
    milliseconds,
    says,
    act,
    line,
    task,
    isLocal,
    isLate: false,
  });
  const callOff = (entry: Entry) => {
    soon = soon.filter((one) => one !== entry);
    onTheWay = onTheWay.filter((one) => one !== entry);
    timers = timers.filter((one) => one !== entry);
  };
  const startTimer = (device: string, milliseconds: number, task: () => void) => {
    const seconds = Math.ceil(milliseconds / 1000);
    const says = `A timer of ${device} fires after ${seconds} s.`;
    const delay = Math.ceil(milliseconds / grid) * grid;
    const entry = entryOf(delay, task, { says, line: device, act: { kind: "timer", device } });
    const later = timers.findIndex(({ at }) => at > entry.at);
    timers.splice(later < 0 ? timers.length : later, 0, entry);
    return entry;
  };
  const plan = (milliseconds: number, task: () => void, journey?: Journey): Entry => {
    if (!journey && milliseconds >= LONG) return startTimer("the network", milliseconds, task);
    const entry = entryOf(milliseconds, task, journey ?? { says: "" });
    (journey ? onTheWay : soon).push(entry);
    return entry;
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const clockOf = (device: string) => ({
    setTimeout: (task: () => void, milliseconds: number) => startTimer(device, milliseconds, task),
    clearTimeout: callOff,
  });
  const arrivalOf = (entry: Entry): Step => ({
    says: entry.says,
    act: entry.act,
    run() {
      callOff(entry);
      entry.task();
    },
  });
  const delayOf = (entry: Entry): Step => ({
    says: `This is late: ${entry.says}`,
    act: { ...entry.act, kind: "late" },
    costs: REORDERING,
    run() {
      entry.isLate = true;
    },
  });
  const firingOf = (timer: Entry): Step => ({
    says: timer.says,
    act: timer.act,
    run() {
      now = Math.max(now, timer.at);
      callOff(timer);
      timer.task();
    },
  });

  return {
    now: () => now,
    after: (milliseconds, task, journey) => {
      const entry = plan(milliseconds, task, journey);
      return () => callOff(entry);
    },
    pass: (milliseconds, journey) => new Promise((resolve) => void plan(milliseconds, resolve, journey)),
    clock: clockOf("the network"),
    clockOf,
    async settle() {
      await settled();
      for (let entry = soon.shift(); entry; entry = soon.shift()) {
        now = Math.max(now, entry.at);
        entry.task();
        await settled();
      }
    },
    steps() {
      const firsts = onTheWay.filter(
        ({ line }, index) => onTheWay.findIndex((one) => one.line === line) === index,
      );
      const late = firsts.filter(({ isLate }) => isLate).map(arrivalOf);
      const [next] = firsts.filter(({ isLate }) => !isLate);
      if (next) return [arrivalOf(next), ...(next.isLocal ? [] : [delayOf(next)]), ...late];
      const [timer] = timers;
      const mayFire = timer && onTheWay.every(({ from }) => timer.at - from <= LONGEST_TRIP);
      return mayFire ? [...late, firingOf(timer)] : late;
    },
    departures: () => onTheWay.map(({ from }) => from),
    isBusy: () => onTheWay.length > 0,
    state: () => [
      onTheWay.map(({ says, from, isLate }) => [says, from, isLate]),
      timers.map(({ line, at, milliseconds }) => [line, at, milliseconds]),
    ],
  };
}
