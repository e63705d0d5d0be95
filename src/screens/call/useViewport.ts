import { useSyncExternalStore } from "react";
import type { Size } from "./badgeGeometry.ts";

/** In CSS pixels. */
export function useViewport(): Size {
  const width = useSyncExternalStore(listen, () => window.innerWidth);
  const height = useSyncExternalStore(listen, () => window.innerHeight);
  return { width, height };
}

function listen(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}
