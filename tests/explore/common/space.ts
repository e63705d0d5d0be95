import type { InspectionEvent } from "xstate";
import type { Bounds } from "../../../tools/charts/explore/chooser.ts";
import type { Subject } from "../../../tools/charts/explore/explore.ts";
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
