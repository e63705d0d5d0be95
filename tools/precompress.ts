import { createHash } from "node:crypto";
import { createReadStream, type Stats, statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Connect, Plugin } from "vite";

const compressible = new Set([".js", ".css", ".html", ".svg", ".json", ".wasm"]);
const contentTypes: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Encodings in order of preference: browsers take brotli only over https and on localhost, gzip everywhere. */
const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;
type Encoding = (typeof encodings)[number]["name"];

/** Brotli quality of all small files. */
const best = 11;
const cacheFolder = "node_modules/.cache/parley";

/**
 * Writes a brotli and a gzip copy of every built file and serves them on `vite preview`; hashed files are cached
 * forever. The wasm takes about two minutes at quality 11, so copies are cached between builds.
 * @param options.wasmQuality brotli quality of the wasm, 0 to 11
 */
export function precompress({ wasmQuality }: { wasmQuality: number }): Plugin {
  let outDir = "dist";
  return {
    name: "parley:precompress",
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      handler: async () => {
        await mkdir(cacheFolder, { recursive: true });
        for (const file of await builtFiles(outDir)) {
          const extension = extname(file);
          if (compressible.has(extension)) await writeTwins(file, extension === ".wasm" ? wasmQuality : best);
        }
      },
    },
    configurePreviewServer: (server) => {
      server.middlewares.use(serveTwins(outDir));
    },
  };
}

async function builtFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function writeTwins(file: string, quality: number): Promise<void> {
  const source = await readFile(file);
  const hash = createHash("sha256").update(source).digest("hex");
  for (const { name, suffix } of encodings) {
    const cached = join(cacheFolder, name === "br" ? `${hash}-${quality}.br` : `${hash}.gz`);
    if (!fileStats(cached)) await writeFile(cached, await compress(source, name, quality));
    await cp(cached, `${file}${suffix}`);
  }
}

function compress(source: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === "gzip") return promisify(gzip)(source, { level: quality === best ? 9 : 6 });
  return promisify(brotliCompress)(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  });
}

/** Serves the compressed copies of built assets. Vite handles everything else. */
function serveTwins(outDir: string): Connect.NextHandleFunction {
  return (request, response, next) => {
    const path = request.url?.split("?", 1)[0] ?? "/";
    const type = contentTypes[extname(path)];
    const file = join(outDir, path);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!type || !isRead || !assetPath.test(path) || !fileStats(file)) return next();
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const twin = encodings.find(
      ({ name, suffix }) => accepted.includes(name) && fileStats(`${file}${suffix}`) !== null,
    );
    const served = twin ? `${file}${twin.suffix}` : file;
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Length", fileStats(served)?.size ?? 0);
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.setHeader("Vary", "Accept-Encoding");
    if (twin) response.setHeader("Content-Encoding", twin.name);
    if (request.method === "HEAD") response.end();
    else send(served, response);
  };
}

/** Built assets are in one flat folder, so the path cannot leave it. */
const assetPath = /^\/assets\/[\w.-]+$/;

function fileStats(file: string): Stats | null {
  return statSync(file, { throwIfNoEntry: false }) ?? null;
}

function send(file: string, response: ServerResponse): void {
  createReadStream(file)
    .on("error", () => response.destroy())
    .pipe(response);
}
