/**
 * The port functions that views call directly, because they need an element or must run inside a tap handler.
 */
import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { MediaPort } from "../../machines/ports/media.ts";
import type { MeetingKeysPort } from "../../machines/ports/meeting-keys.ts";
import type { PlatformPort } from "../../machines/ports/platform.ts";
import type { ScannerPort } from "../../machines/ports/scanner.ts";
import type { SourcesPort } from "../../machines/ports/sources.ts";
import { SourcesProvider } from "../components/sources.tsx";

export interface Outside {
  /** Shows a user's video in a video element until the returned function is called. */
  showVideo: MediaPort["show"];
  /** The same for the picture of the scanner's camera. */
  showScan: ScannerPort["show"];
  /** Shows the user's own camera before a call. */
  showPreview: MediaPort["preview"];
  /** Reports the level of the microphone before a call. */
  watchMicrophone: MediaPort["watchMicrophone"];
  watchBlur: MediaPort["watchBlur"];
  setBlur: MediaPort["setBlur"];
  /** Whether this browser can share a screen. */
  canShareScreen: MediaPort["canShareScreen"];
  /** Returns the whole link of a meeting. The key in it must not get into a chart (11-44). */
  meetingLink: MeetingKeysPort["linkOf"];
  /** Takes the key out of a link, before a chart gets the link. */
  takeMeetingKey: MeetingKeysPort["take"];
  /** Reports the number of this device's cameras until the returned function is called. */
  watchCameras: MediaPort["watchCameras"];
  /** Allows sound later; call it inside a tap handler (10-13). */
  unlockSound: PlatformPort["unlockSound"];
  /** Reports that the sign-in page is rendered and interactive. */
  signInDrawn: () => void;
  whenIdle: PlatformPort["whenIdle"];
  /** Which URLs from other users may be loaded. */
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

export function useVideo(
  userID: string,
  source: "camera" | "screen",
): (element: HTMLVideoElement) => () => void {
  const { showVideo } = useOutside();
  return useCallback((element) => showVideo({ userID, source }, element), [showVideo, userID, source]);
}
