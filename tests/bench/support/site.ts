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

/** Builds a release of the product, and beside it the bare pages it is compared with, as every bench in a browser needs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureChromium();
  const site = await mkdtemp(join(tmpdir(), "parley-bench-site-"));
  build("--outDir", site, "--emptyOutDir");
  build("--config", bareConfig, "--outDir", site);
  project.provide("site", site);
  return () => rm(site, { recursive: true, force: true });
}

/** A release: Vite takes NODE_ENV as it finds it, and in a test run it is "test". */
function build(...options: string[]): void {
  execFileSync(process.execPath, [vite, "build", "--logLevel", "error", ...options], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
}
