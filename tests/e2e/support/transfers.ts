import { existsSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Page, Request } from "playwright-core";

/** Built files until the list is there; the wasm, which is the SDK's, counts as files only. */
export const listBudget = { bytes: 315_000, files: 27 };

/** What a page has asked its own origin for. */
export interface Transfers {
  /** Requests begun up to a moment, in milliseconds since the epoch. */
  before(at: number): readonly Request[];
}

/** Listens to a page from now on. Call it before the page is opened. */
export function watchTransfers(page: Page): Transfers {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (/^https?:/.test(request.url())) requests.push(request);
  });
  return { before: (at) => requests.filter((request) => request.timing().startTime <= at) };
}

/** Bytes of built files of one kind. */
export interface Size {
  files: number;
  raw: number;
  /** As it goes over the wire: the brotli twin. */
  brotli: number;
}

export const kinds = ["page js", "worker js", "css", "wasm"] as const;
export type Kind = (typeof kinds)[number];

/** What {@link listBudget} bounds. */
export function ownOf(sizes: Readonly<Record<Kind, Size>>): { bytes: number; files: number } {
  const files = kinds.reduce((sum, kind) => sum + sizes[kind].files, 0);
  const bytes = kinds.filter((kind) => kind !== "wasm").reduce((sum, kind) => sum + sizes[kind].brotli, 0);
  return { bytes, files };
}

/** Sizes of the built files behind these requests, each file once. */
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
