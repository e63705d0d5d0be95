import { existsSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Page, Request } from "playwright-core";

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

/** Sizes of the built files behind these requests by their extension (".js", ".css", ".wasm"), each file once. */
export function sizesOf(requests: readonly Request[], site: string): ReadonlyMap<string, Size> {
  const paths = new Set(requests.map((request) => new URL(request.url()).pathname));
  const sizes = new Map<string, Size>();
  for (const path of paths) {
    const file = join(site, path);
    const twin = `${file}.br`;
    if (!existsSync(twin)) continue;
    const { files, raw, brotli } = sizes.get(extname(path)) ?? { files: 0, raw: 0, brotli: 0 };
    sizes.set(extname(path), {
      files: files + 1,
      raw: raw + statSync(file).size,
      brotli: brotli + statSync(twin).size,
    });
  }
  return sizes;
}
