/** The little that views ask of the world themselves, because it is tied to an element or to a tap. */
import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { MediaPort } from "../../machines/ports/media.ts";
import type { PlatformPort } from "../../machines/ports/platform.ts";
import type { ScannerPort } from "../../machines/ports/scanner.ts";
import type { SourcesPort } from "../../machines/ports/sources.ts";
import { SourcesProvider } from "../components/sources.tsx";

export interface Outside {
  /** Draws somebody's picture into a video element until the returned function is called. */
  showVideo: MediaPort["show"];
  /** Draws what the camera that looks for codes sees, likewise. */
  showScan: ScannerPort["show"];
  /** Lets sound out later on; to be called while a tap is being handled (10-13). */
  unlockSound: PlatformPort["unlockSound"];
  /** The sign-in page is drawn, and answers. */
  signInDrawn: () => void;
  /** For what may be fetched ahead. */
  whenIdle: PlatformPort["whenIdle"];
  /** What may be loaded from addresses that others wrote. */
  sources: SourcesPort;
}

const OutsideContext = createContext<Outside | null>(null);

export function OutsideProvider({ outside, children }: { outside: Outside; children: ReactNode }) {
  return (
    <OutsideContext value={outside}>
      <SourcesProvider sources={outside.sources}>{children}</SourcesProvider>
    </OutsideContext>
  );
}

export function useOutside(): Outside {
  const outside = useContext(OutsideContext);
  if (!outside) throw new Error("OutsideProvider is missing");
  return outside;
}

/** A ref for the video element that is to show the picture of `userID`. */
export function useVideo(
  userID: string,
  source: "camera" | "screen",
): (element: HTMLVideoElement) => () => void {
  const { showVideo } = useOutside();
  return useCallback((element) => showVideo({ userID, source }, element), [showVideo, userID, source]);
}
