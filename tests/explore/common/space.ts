import type { InspectionEvent } from "xstate";
import type { Bounds } from "../../../tools/charts/explore/chooser.ts";
import type { Subject } from "../../../tools/charts/explore/explore.ts";
import type { Person } from "../../pair/styles.ts";
import type { ExploredTime } from "./explored-time.ts";
import type { Line } from "./tell.ts";

/** An explored space: a world with its devices, and the bounds of a run. */
export interface Space {
  readonly name: string;
  /** Number of devices. */
  readonly devices: number;
  readonly bounds: Bounds;
  subject(watching?: Watching): Subject;
}

/** How often each user acts, and how often each of the other things happens in a run: at most; 0 by default. */
export type Counts<Others extends string = never> = Readonly<
  Partial<Record<Person | Common | Others, number>>
>;
type Common = "failure" | "loss" | "double" | "reordering" | "reload" | "crash" | "cut";

/** Returns the bound for what a user does. */
export const actsOf = (person: Person) => `acts of ${person}`;

export function boundsOf<Others extends string>({
  mia = 0,
  anna = 0,
  ben = 0,
  ...others
}: Counts<Others>): Bounds {
  return { [actsOf("mia")]: mia, [actsOf("anna")]: anna, [actsOf("ben")]: ben, ...others };
}

/** The parts of a world that are told. */
export interface ToldWorld {
  readonly time: ExploredTime;
  /** The steps so far, oldest first. */
  readonly story: readonly Line[];
}

export interface Watching {
  /** Receives the charts of each device. */
  inspect?: (device: string, event: InspectionEvent) => void;
  /** Gets the world before the devices open. */
  begin?: (world: ToldWorld) => void;
  /** Called before the devices close. */
  end?: () => void;
}
