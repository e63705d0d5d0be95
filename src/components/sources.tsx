import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from "react";
import { parseUrl } from "../../machines/domain/url.ts";
import type { MediaKind, SourcesPort } from "../../machines/ports/sources.ts";

const nothing = () => {};

/** Default without a provider: only same-origin and `blob:` URLs may be shown. */
const OWN_ONLY: SourcesPort = {
  srcOf: (url) => (/^\/(?![/\\])/.test(url) || url.startsWith("blob:") ? url : null),
  foreignHostOf: (url) => parseUrl(url)?.host ?? null,
  load: async () => false,
  refusalOf: async () => null,
  subscribe: () => nothing,
};

const SourcesContext = createContext<SourcesPort>(OWN_ONLY);

export function SourcesProvider({ sources, children }: { sources: SourcesPort; children: ReactNode }) {
  return <SourcesContext value={sources}>{children}</SourcesContext>;
}

export function useSources(): SourcesPort {
  return useContext(SourcesContext);
}

/** Returns a function that tells whether a file waits for a tap, because it is on a foreign server. */
export function useForeign(): (url: string) => boolean {
  const sources = useSources();
  return useCallback((url) => (sources.foreignHostOf(url) ?? "") !== "", [sources]);
}

/** Returns whether a media element may show the URL. Loads nothing. */
export function useLoaded(url: string): boolean {
  const sources = useSources();
  const read = () => sources.srcOf(url) !== null;
  return useSyncExternalStore(sources.subscribe, read, read);
}

/**
 * Returns the `src` for a URL from another user; null while it must not be shown. A file in own storage is loaded
 * automatically, a file on a foreign server never.
 */
export function useSrc(url: string, kind: MediaKind = "picture"): string | null {
  const sources = useSources();
  const read = () => sources.srcOf(url);
  const src = useSyncExternalStore(sources.subscribe, read, read);
  useEffect(() => {
    if (url !== "" && src === null && sources.foreignHostOf(url) === null) void sources.load(url, kind);
  }, [sources, url, src, kind]);
  return src;
}
