import { parseUrl } from "../../../machines/domain/url.ts";
import type { LoadedMediaPort, MediaKind, SourcesPort } from "../../../machines/ports/sources.ts";
import type { StorageOrigins } from "../config.ts";

const MEBIBYTE = 1024 * 1024;
/** Maximum bytes of loaded media. The oldest is removed first. */
const KEPT = 128 * MEBIBYTE;
interface Kept {
  src: string;
  bytes: number;
}

/**
 * Decides by origin which addresses media elements may load directly. `origins` is read for every address, so that a
 * changed configuration applies at once.
 */
export function createSources(
  origins: () => StorageOrigins,
  page: { href: string },
): SourcesPort & LoadedMediaPort {
  const loaded = new Map<string, Kept>();
  const loading = new Map<string, Promise<boolean>>();
  /** How often the user has left. */
  let departures = 0;
  const listeners = new Set<() => void>();

  const originOf = (url: string): "built" | "chosen" | "foreign" | "none" => {
    const parsed = parseUrl(upgraded(url), page.href);
    // A blob address works only in this page.
    if (parsed?.protocol === "blob:") return "built";
    // A data address contains its picture, which no code has checked.
    if (url === "" || !parsed || !/^https?:$/.test(parsed.protocol)) return "none";
    const { built, chosen } = origins();
    if (built.has(parsed.origin)) return "built";
    return chosen.has(parsed.origin) ? "chosen" : "foreign";
  };

  /** A server behind a proxy may not know that clients use https. Browsers upgrade the request in any case. */
  const upgraded = (url: string): string => {
    const secure = url.replace(/^http:/, "https:");
    const parsed = secure === url ? null : parseUrl(secure, page.href);
    return parsed && origins().built.has(parsed.origin) ? secure : url;
  };

  const keep = (url: string, kept: Kept) => {
    loaded.set(url, kept);
    let bytes = [...loaded.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [oldest, one] of loaded) {
      if (bytes <= KEPT || oldest === url) break;
      bytes -= one.bytes;
      loaded.delete(oldest);
      URL.revokeObjectURL(one.src);
    }
    for (const tell of [...listeners]) tell();
  };

  const load = async (url: string, kind: MediaKind): Promise<boolean> => {
    const origin = originOf(url);
    if (origin === "none" || origin === "built") return origin === "built";
    const begun = departures;
    const blob = await import("./fetched-media.ts")
      .then(({ fetchMedia }) => fetchMedia(url, kind, origin === "foreign"))
      .catch(() => null);
    if (begun !== departures) return false;
    if (blob) keep(url, { src: URL.createObjectURL(blob), bytes: blob.size });
    // A storage that forbids pages to read it may still allow elements to show it.
    else if (origin === "chosen") keep(url, { src: url, bytes: 0 });
    return blob !== null || origin === "chosen";
  };

  return {
    srcOf: (url) => (originOf(url) === "built" ? upgraded(url) : (loaded.get(url)?.src ?? null)),
    foreignHostOf: (url) => (originOf(url) === "foreign" ? (parseUrl(url, page.href)?.host ?? null) : null),
    load(url, kind) {
      const underWay = loading.get(url);
      if (underWay) return underWay;
      const started = load(url, kind).finally(() => {
        if (loading.get(url) === started) loading.delete(url);
      });
      loading.set(url, started);
      return started;
    },
    forget() {
      departures += 1;
      loading.clear();
      for (const { src } of loaded.values()) URL.revokeObjectURL(src);
      loaded.clear();
      for (const tell of [...listeners]) tell();
    },
    refusalOf: (picture) =>
      import("./picked-picture.ts")
        .then(({ refusalOf }) => refusalOf(picture))
        .catch(() => "pictureUnreadable"),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
