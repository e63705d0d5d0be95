import type { TestProject } from "vitest/node";
import { ensureChromium } from "../../e2e/support/chromium.ts";
import { provideMachine } from "../support/machine.ts";
import { buildStatesPage } from "./build.ts";

export default async function setup(project: TestProject): Promise<void> {
  ensureChromium();
  await Promise.all([buildStatesPage(), provideMachine(project, "docs/pictures/made-with.json")]);
}
