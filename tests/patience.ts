/**
 * Timeout of every wait in tests, set before every test file. It measures nothing: a slow machine passes too, and only
 * a condition that never holds uses all of it.
 */
import { vi } from "vitest";

/** Milliseconds. With a mutated chart thousands of tests reach the timeout, so it is short. */
export const PATIENCE = process.env.MUTATE ? 1000 : 60_000;

const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === "number" ? options : { timeout: PATIENCE, ...options });

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/dom");
  configure({ asyncUtilTimeout: PATIENCE });
}
