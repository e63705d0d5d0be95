/** The decisions of the service worker, without its events. */
import { SHARE_PATH } from "../../machines/domain/route.ts";

/** The files of a release: the document, and scripts and styles with a hash in their names. */
export interface Release {
  /** Changes with every file. */
  version: string;
  /** Paths to store before the release is used, such as "/assets/first-B1.js". */
  files: readonly string[];
}

export interface Asked {
  method: string;
  mode: string;
  url: string;
  /** Of the page. */
  origin: string;
  /** The header `Origin`. The system, and a page that hides its address, send "null". */
  sender: string | null;
}

/**
 * The source of the answer to a request. "page": the stored document. "file": the stored file; one that is not
 * stored comes from the server and is then kept. "share": the worker keeps the share of another app, and redirects to
 * the page for it. "server": the worker does not handle the request.
 */
export type Source = "page" | "file" | "share" | "server";

/** Folders of the server. `/chat/` is the chat server, `/chat` a route of the app. */
const SERVED = /^\/(api|chat|object|rtc|demo|msg_gateway|assets)\//;
/** Pages with a document of their own. */
const OTHER_PAGES = /^\/(duo|inspector)\/?$/;
const HASHED = /^\/assets\/[\w.-]+\.(js|css)$/;
/** The logo of the sign-in page. Its name has no hash, so each release fetches its own. */
export const LOGO = "/icon.svg";

export function sourceOf({ method, mode, url, origin, sender }: Asked): Source {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return "server";
  if (method === "POST" && mode === "navigate" && pathname === SHARE_PATH)
    return sender === null || sender === "null" || sender === origin ? "share" : "server";
  if (method !== "GET") return "server";
  if (mode === "navigate") return isRoute(pathname) ? "page" : "server";
  return HASHED.test(pathname) || pathname === LOGO ? "file" : "server";
}

/** A path with a dot in its last part is a file. */
function isRoute(path: string): boolean {
  return !SERVED.test(path) && !OTHER_PAGES.test(path) && !/\.[^/]*$/.test(path);
}

/**
 * Whether a document belongs to the release: it names only stored files. While a server is updated, the worker and
 * the document may be of different releases.
 */
export function belongsTo({ files }: Release, html: string): boolean {
  const named = html.match(/\/assets\/[\w.-]+\.(js|css)/g) ?? [];
  return named.length > 0 && named.every((file) => files.includes(file));
}

const KINDS = new Map([
  ["css", "css"],
  ["js", "javascript"],
  ["svg", "svg"],
]);

/** Whether an answer is what its path says. Many servers answer a missing file with the document. */
export function isFile(path: string, contentType: string | null): boolean {
  const [, ending = ""] = /\.(css|js|svg)$/.exec(path) ?? [];
  return contentType?.includes(KINDS.get(ending) ?? "html") === true;
}

/** The cache of a share from another app. It belongs to no release. */
export const SHARES = "parley-share";

const PREFIX = "parley-release-";

export function cacheOf({ version }: Pick<Release, "version">): string {
  return PREFIX + version;
}

/** Whether the cache has files of a release. */
export function isOurs(cache: string): boolean {
  return cache.startsWith(PREFIX);
}

/**
 * The caches to keep when a release takes over: its own, and that of the release before it, whose pages may be open
 * during a call.
 *
 * @param caches in the order in which they were made
 * @param used of these, the caches of releases that were in use
 */
export function keptCaches(own: string, caches: readonly string[], used: readonly string[]): string[] {
  const before = caches.filter((cache) => cache !== own && used.includes(cache)).at(-1);
  return before ? [before, own] : [own];
}
