import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * `npm run pictures` compares what a user sees in each state of each chart with the pictures in `docs/pictures`. With
 * `-- --update` it writes these pictures; with `-- -t caller` it takes a part of the charts.
 */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    name: "pictures",
    include: ["tests/looks/states/*.test.ts"],
    environment: "node",
    globalSetup: "tests/looks/states/global-setup.ts",
    env: { LOOKS: process.argv.includes("--update") ? "update" : "compare" },
    maxConcurrency: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
});
