import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../../e2e/support/chromium.ts";
import { provideMachine } from "./machine.ts";

const MADE_WITH = fileURLToPath(new URL("../pictures/made-with.json", import.meta.url));

/** Builds the product as the browser tests do, and says how the browser and the fonts differ from those of the pictures. */
export default async function setup(project: TestProject): Promise<void> {
  rmSync(fileURLToPath(new URL("../../.artifacts/looks", import.meta.url)), { recursive: true, force: true });
  ensureChromium();
  execFileSync("npx", ["vite", "build", "--mode", "quick", "--logLevel", "warn"], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
    shell: process.platform === "win32",
  });
  await provideMachine(project, MADE_WITH);
}
