import { Suspense, useState } from "react";
import { useLayer } from "./layers.ts";
import { lazily } from "./lazily.ts";
import type { SheetProps } from "./SheetPanel.tsx";

const { Component: SheetPanel, load: loadPanel } = lazily(() => import("./SheetPanel.tsx"));

/** Fetches what sheets are made of, so that the first one opens at once. Call it when the page has nothing to do. */
export function preloadSheet(): void {
  void loadPanel();
}

/**
 * A panel from the bottom (dialog named by its title): it follows the finger, closes by swipe, Escape or a tap
 * outside, and gives the focus back to where it was. Its code is fetched with the first one that opens.
 */
export function Sheet(props: SheetProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  useLayer(props.open, props.onClose);
  if (props.open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <SheetPanel {...props} />
    </Suspense>
  );
}
