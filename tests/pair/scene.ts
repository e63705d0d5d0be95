/** What everybody in a story shares. */
import type { Random } from "./random.ts";
import type { Style } from "./styles.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface Scene {
  readonly style: Style;
  readonly time: VirtualTime;
  readonly random: Random;
  /** Requests that were answered with a failure so far; each may be logged once. */
  readonly faults: { count: number };
  /** Adds a line to what is printed when a claim does not hold. */
  trace(line: string): void;
}
