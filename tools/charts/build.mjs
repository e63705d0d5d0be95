/** Builds what a package has besides its sources: the page of the inspector, and the sender for apps. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const common = { configFile: false, logLevel: "error" };

process.env.NODE_ENV = "production";

await build({
  ...common,
  root: at("./inspector/page"),
  base: "./",
  build: { outDir: at("./dist/page"), emptyOutDir: true, target: "es2023" },
});
await build({
  ...common,
  root: at("./inspector/sender"),
  build: {
    outDir: at("./dist"),
    emptyOutDir: false,
    target: "es2023",
    minify: false,
    lib: { entry: at("./inspector/sender/remote.ts"), formats: ["es"], fileName: () => "sender.js" },
    rolldownOptions: { external: [/^xstate(\/|$)/] },
  },
});
