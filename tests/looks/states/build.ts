import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { emojiData } from "../../../tools/emoji-data.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The folder of the built page. */
export const STATES_PAGE = here("../../.artifacts/states-page/");

/** Builds the page of the states as a single script, so that all screens are there at once. */
export async function buildStatesPage(): Promise<void> {
  await build({
    configFile: false,
    root: here("."),
    publicDir: here("../../../public"),
    base: "./",
    // React has `act` only in its development build.
    mode: "development",
    logLevel: "warn",
    plugins: [react(), emojiData()],
    define: {
      "process.env.NODE_ENV": '"development"',
      "process.env.EVERYTHING": "undefined",
      __APP_VERSION__: '"0.0.0"',
      __APP_LICENCE__: '"AGPL-3.0-only"',
      __LIBRARIES__: "[]",
      __WASM_BYTES__: "0",
    },
    resolve: { alias: { vitest: here("./vitest-in-page.ts") } },
    build: {
      outDir: STATES_PAGE,
      emptyOutDir: true,
      minify: false,
      target: "es2023",
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
