import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../../e2e/support/chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the built product, with the bare pages in `bare/`. */
    site: string;
  }
}

const vite = fileURLToPath(new URL("../../../node_modules/vite/bin/vite.js", import.meta.url));
const bareConfig = fileURLToPath(new URL("../bare/vite.config.ts", import.meta.url));

/** Builds a release of the product and the bare pages that it is compared with. Every bench in a browser needs both. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureChromium();
  const site = await mkdtemp(join(tmpdir(), "parley-bench-site-"));
  build("--outDir", site, "--emptyOutDir");
  build("--config", bareConfig, "--outDir", site);
  project.provide("site", site);
  return () => rm(site, { recursive: true, force: true });
}

/** Vite uses the NODE_ENV of its environment, which is "test" in a test run, so it is set here. */
function build(...options: string[]): void {
  execFileSync(process.execPath, [vite, "build", "--logLevel", "error", ...options], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
}
