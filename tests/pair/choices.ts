import type { Act } from "./virtual-time.ts";

/** What a simulation leaves open: random numbers decide it, or an exploration tries all of it. */
export interface Choices {
  /** A fraction from `low` up to `high`. */
  between(low: number, high: number): number;
  /** `fault` names what happens then; without a name no exploration tries it. */
  chance(probability: number, fault?: Fault): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** 32 hex digits. */
  newID(): string;
}

export interface Fault {
  /** Null for what follows from another fault: it is not counted. */
  kind: "loss" | "double" | "failure" | null;
  /** A sentence. */
  says: string;
  act?: Act;
}
