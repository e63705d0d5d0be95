import { createHash } from "node:crypto";
import { createReadStream, type Stats, statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Connect, Plugin } from "vite";

const compressible = new Set([".js", ".css", ".html", ".svg", ".json", ".wasm"]);
const contentTypes: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Brotli quality of everything small. */
const best = 11;

/**
 * Writes a brotli twin beside every built file and serves it on `vite preview`, with hashed files cached for good.
 * The wasm takes about two minutes at quality 11, so twins are kept in node_modules/.cache from build to build.
 *
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
        for (const file of await builtFiles(outDir))
          if (compressible.has(extname(file)))
            await compress(file, extname(file) === ".wasm" ? wasmQuality : best);
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

async function compress(file: string, quality: number): Promise<void> {
  const source = await readFile(file);
  const cached = join(
    "node_modules/.cache/parley",
    `${createHash("sha256").update(source).digest("hex")}-${quality}.br`,
  );
  if (!(await exists(cached))) {
    const twin = await promisify(brotliCompress)(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: 24,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
      },
    });
    await mkdir("node_modules/.cache/parley", { recursive: true });
    await writeFile(cached, twin);
  }
  await cp(cached, `${file}.br`);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Answers requests for built assets; everything else is left to Vite. */
function serveTwins(outDir: string): Connect.NextHandleFunction {
  return (request, response, next) => {
    const path = decodeURIComponent((request.url ?? "/").split("?", 1)[0] ?? "/");
    const type = contentTypes[extname(path)];
    const file = resolve(outDir, `.${path}`);
    if (!type || !path.startsWith("/assets/") || !file.startsWith(outDir)) return next();
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const twin = accepted.includes("br") ? fileStats(`${file}.br`) : null;
    const plain = twin ?? fileStats(file);
    if (!plain || (request.method !== "GET" && request.method !== "HEAD")) return next();
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Length", plain.size);
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.setHeader("Vary", "Accept-Encoding");
    if (twin) response.setHeader("Content-Encoding", "br");
    if (request.method === "HEAD") response.end();
    else send(twin ? `${file}.br` : file, response);
  };
}

function fileStats(file: string): Stats | null {
  return statSync(file, { throwIfNoEntry: false }) ?? null;
}

function send(file: string, response: ServerResponse): void {
  createReadStream(file)
    .on("error", () => response.destroy())
    .pipe(response);
}
