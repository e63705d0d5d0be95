import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import type { MediaKind, SourcesPort } from "../../machines/ports/sources.ts";

const nothing = () => {};

/** What a page allows that was told of no storage: its own addresses. */
const OWN_ONLY: SourcesPort = {
  srcOf: (url) => (/^\/(?![/\\])/.test(url) || url.startsWith("blob:") ? url : null),
  strangerOf: (url) => (URL.canParse(url) ? new URL(url).host : null),
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

/** Whether a media element may show it, without loading anything. */
export function useLoaded(url: string): boolean {
  const sources = useSources();
  const read = () => sources.srcOf(url) !== null;
  return useSyncExternalStore(sources.subscribe, read, read);
}

/**
 * The source of a media element for an address that somebody else wrote; null while nothing may be shown. What lies in
 * own storage is loaded by itself, a stranger's never.
 */
export function useSrc(url: string, kind: MediaKind = "picture"): string | null {
  const sources = useSources();
  const read = () => sources.srcOf(url);
  const src = useSyncExternalStore(sources.subscribe, read, read);
  useEffect(() => {
    if (url !== "" && src === null && sources.strangerOf(url) === null) void sources.load(url, kind);
  }, [sources, url, src, kind]);
  return src;
}
