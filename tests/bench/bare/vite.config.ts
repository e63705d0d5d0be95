import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { precompress } from "../../../tools/precompress.ts";

/** Into the folder of the built product: pages in `bare/`, the rest beside the product's assets, built the same way. */
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
