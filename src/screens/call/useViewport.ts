import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { Size } from "./badgeGeometry.ts";

/** The small window that shows this part of a call; null in the page. */
export const HostWindow = createContext<Window | null>(null);

/** The width of a docked call, in CSS pixels; null for a part that has the whole window. */
export const FrameWidth = createContext<number | null>(null);

/** The size of the window, or of the docked call, that shows the caller, in CSS pixels. */
export function useViewport(): Size {
  const frame = useContext(FrameWidth);
  const host = useContext(HostWindow) ?? window;
  const listen = useCallback(
    (onChange: () => void) => {
      host.addEventListener("resize", onChange);
      return () => host.removeEventListener("resize", onChange);
    },
    [host],
  );
  const width = useSyncExternalStore(listen, () => host.innerWidth);
  const height = useSyncExternalStore(listen, () => host.innerHeight);
  return { width: frame ?? width, height };
}
