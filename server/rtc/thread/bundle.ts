import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const sources = join(import.meta.dirname, "..");
const project = join(sources, "../..");
const cache = join(project, "node_modules/.cache/parley");

/**
 * Returns the path of the worker as one JavaScript file, built with Vite if missing: Node 20 runs no TypeScript, and
 * the loader of the main thread does not serve workers. The name contains a hash of the sources. Packages stay
 * external, so the file lies where Node resolves them.
 */
export async function bundleWorker(): Promise<string> {
  const file = join(cache, `media-worker-${hashSources()}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "build-"));
  try {
    await build(folder);
    // Several processes may build at once: the last one wins with the same content.
    renameSync(join(folder, "worker.mjs"), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return file;
}

/** Sources of the worker outside its folder. */
const outside = ["../intake.ts", "../rates.ts", "../demo/network-emulator/emulator.ts"];

function hashSources(): string {
  const hash = createHash("sha256");
  for (const name of [...readdirSync(sources, { recursive: true, encoding: "utf8" }).sort(), ...outside]) {
    if (name.endsWith(".ts"))
      hash
        .update(name)
        .update("\0")
        .update(readFileSync(join(sources, name)))
        .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

async function build(outDir: string): Promise<void> {
  const mode = process.env.NODE_ENV;
  const vite = await import("vite");
  try {
    await vite.build({
      root: project,
      configFile: false,
      logLevel: "error",
      publicDir: false,
      build: {
        ssr: join(import.meta.dirname, "worker.ts"),
        outDir,
        emptyOutDir: false,
        target: "node20",
        minify: false,
        rolldownOptions: { output: { entryFileNames: "worker.mjs" } },
      },
    });
  } finally {
    // Vite sets NODE_ENV for the build; restore it for the embedding process.
    if (mode === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = mode;
  }
}
