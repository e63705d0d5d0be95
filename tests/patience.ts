/**
 * How long a test waits for what must come, set in one place and before every test file. Nothing is measured by it:
 * a busy machine takes longer and passes all the same, and only what never comes waits it out.
 */
import { vi } from "vitest";

/** Milliseconds. A mutated chart makes thousands of tests wait in vain, on a machine that does nothing else. */
export const PATIENCE = process.env.MUTATE ? 1000 : 60_000;

const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === "number" ? options : { timeout: PATIENCE, ...options });

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/dom");
  configure({ asyncUtilTimeout: PATIENCE });
}
