import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * `npm run test:looks` compares screens with the pictures in `tests/looks/pictures`. With `-- --update` it writes these
 * pictures. Its reports are in `tests/.artifacts/looks`.
 */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    name: "looks",
    include: ["tests/looks/*.test.ts"],
    environment: "node",
    globalSetup: "tests/looks/support/global-setup.ts",
    env: {
      // As in the browser tests: without the optimising compiler of wasm, a page loads faster.
      CHROMIUM_FLAGS: "--js-flags=--liftoff-only,--wasm-lazy-validation",
      LOOKS: process.argv.includes("--update") ? "update" : "compare",
    },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
});
