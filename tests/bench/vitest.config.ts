import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run bench` runs the benches one after the other, never beside a test. File names select benches. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    fileParallelism: false,
    disableConsoleIntercept: true,
    reporters: [["default", { summary: false }]],
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["tests/bench/{merge,backend,flood,rooms}.bench.ts"],
          setupFiles: "tests/patience.ts",
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: [
            "tests/bench/{latency,live,load,budget,sync,many,scroll,attachments,people,calls,ringing,viewer,inspection,chat,motion}.bench.ts",
          ],
          globalSetup: "tests/bench/support/site.ts",
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
