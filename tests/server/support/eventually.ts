import { vi } from "vitest";

/** Retries until `check` no longer throws; patient, because the machine may be busy. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { interval: 5 });
}
