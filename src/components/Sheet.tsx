import { LazyLayer } from "./LazyLayer.tsx";
import { lazily } from "./lazily.ts";
import type { SheetProps } from "./SheetPanel.tsx";

const { Component: SheetPanel, load: loadPanel } = lazily(() => import("./SheetPanel.tsx"));

/** Prefetches the sheet's code so that the first sheet opens at once. Call it while the page is idle. */
export function preloadSheet(): void {
  loadPanel().catch(() => {
    // The first sheet loads it again.
  });
}

/**
 * A bottom sheet (dialog named by its title). It follows the finger, closes on swipe, Escape or a tap outside, and
 * restores the focus. Its code loads when the first sheet opens.
 */
export function Sheet(props: SheetProps) {
  return (
    <LazyLayer {...props}>
      <SheetPanel {...props} />
    </LazyLayer>
  );
}
