import { MOST_CALLS } from "../fakes/calls.ts";
import type { Stage } from "../paths/stage.ts";

/** How to open the app at a chart, and what must be true there, by test name. */
export interface PlainTests {
  open: () => Promise<Stage>;
  tests: Readonly<Record<string, (stage: Stage) => Promise<void>>>;
}

/** Runs one test. Throws when it fails. */
export async function runPlain({ open, tests }: PlainTests, name: string): Promise<void> {
  const stage = await open();
  try {
    await tests[name]?.(stage);
    if (stage.ports.wire.length >= MOST_CALLS) throw new Error("A chart asks without end");
  } finally {
    stage.stop();
  }
}
