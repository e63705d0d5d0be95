import { existsSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Page, Request } from "playwright-core";

/** Limits until the list is there: brotli bytes of the built files without the SDK's wasm, and files with it. */
export const listBudget = { bytes: 333_000, files: 22 };

export interface Transfers {
  /** Requests started up to that time, in milliseconds since the epoch. */
  before(at: number): readonly Request[];
}

/** Records a page's requests from now on. Call it before the page is opened. */
export function watchTransfers(page: Page): Transfers {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (/^https?:/.test(request.url())) requests.push(request);
  });
  return { before: (at) => requests.filter((request) => request.timing().startTime <= at) };
}

export interface Size {
  files: number;
  raw: number;
  /** As sent: the size of the brotli file. */
  brotli: number;
}

export const kinds = ["page js", "worker js", "css", "wasm"] as const;
export type Kind = (typeof kinds)[number];

/** The two figures that {@link listBudget} limits. */
export function ownOf(sizes: Readonly<Record<Kind, Size>>): { bytes: number; files: number } {
  const files = kinds.reduce((sum, kind) => sum + sizes[kind].files, 0);
  const bytes = kinds.filter((kind) => kind !== "wasm").reduce((sum, kind) => sum + sizes[kind].brotli, 0);
  return { bytes, files };
}

/** Sizes of the built files that were requested, each file once. */
export function sizesOf(requests: readonly Request[], site: string): Record<Kind, Size> {
  const paths = new Set(requests.map((request) => new URL(request.url()).pathname));
  const none = (): Size => ({ files: 0, raw: 0, brotli: 0 });
  const sizes = { "page js": none(), "worker js": none(), css: none(), wasm: none() };
  for (const path of paths) {
    const kind = kindOf(path);
    const file = join(site, path);
    if (kind === null || !existsSync(`${file}.br`)) continue;
    sizes[kind].files += 1;
    sizes[kind].raw += statSync(file).size;
    sizes[kind].brotli += statSync(`${file}.br`).size;
  }
  return sizes;
}

function kindOf(path: string): Kind | null {
  switch (extname(path)) {
    case ".js":
      return /worker/.test(path) ? "worker js" : "page js";
    case ".css":
      return "css";
    case ".wasm":
      return "wasm";
    default:
      return null;
  }
}
