import { lazy, type ReactNode, type RefObject, Suspense, useState } from "react";
import { useLayer } from "./layers.ts";

export interface SheetProps {
  open: boolean;
  /** It was swiped down, Escape or back was pressed, something outside was tapped, or its close control was used. */
  onClose: () => void;
  /** Accessible name, drawn as its heading unless `hideTitle`. */
  title: string;
  hideTitle?: boolean | undefined;
  /** As tall as the screen allows, whatever its content: for lists one searches. */
  tall?: boolean | undefined;
  /** Where the focus goes on opening; by default the first control, or the panel itself after a touch. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** What it opens in, by default the page: something above the page hands in itself. */
  container?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

const loadPanel = () => import("./SheetPanel.tsx");
const SheetPanel = lazy(loadPanel);

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
