import type { Choices } from "./choices.ts";
import type { Style } from "./styles.ts";
import type { Act, Waits } from "./virtual-time.ts";

export interface Scene {
  readonly style: Style;
  readonly time: Waits;
  readonly choices: Choices;
  /** Number of failed requests so far; each may be logged once. */
  readonly faults: { count: number };
  /** Adds a line to the trace, which is printed if an invariant fails. */
  trace(line: string, act?: Act): void;
}
