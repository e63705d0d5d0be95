import { randomInt } from "node:crypto";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Decides whether notifications come before or after their copies in the chat. */
    tipSeed: number;
  }
}

/** Draws a seed for the whole run and prints it; `TIP_SEED=<number>` repeats a run. */
export default function setup(project: TestProject): void {
  const tipSeed = Number(process.env.TIP_SEED ?? randomInt(2 ** 32));
  process.stdout.write(`TIP_SEED=${tipSeed} orders notifications and their copies in the chat\n`);
  project.provide("tipSeed", tipSeed);
}
