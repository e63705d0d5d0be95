import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { precompress } from "../../../tools/precompress.ts";

/**
 * Builds into the product's output folder: pages in `bare/`, assets beside the product's assets with the same options.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  publicDir: false,
  plugins: [precompress({ wasmQuality: 11 })],
  optimizeDeps: { exclude: ["@openim/wasm-client-sdk"] },
  worker: { format: "es" },
  build: {
    target: "es2023",
    emptyOutDir: false,
    rollupOptions: {
      input: ["sdk", "rows", "calls", "field"].map((page) =>
        fileURLToPath(new URL(`${page}.html`, import.meta.url)),
      ),
    },
  },
});
