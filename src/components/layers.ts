import { createContext, useContext, useEffect, useEffectEvent, useId } from "react";

/**
 * Says that something has opened above the page, and hears when the person goes back from it. The returned function
 * says that it has closed.
 */
export type OpenLayer = (layer: string, onBack: () => void) => () => void;

/** Who is told of layers; without one nobody goes back. */
export const LayerContext = createContext<OpenLayer>(() => () => {});

/** What is open above the page closes when the person goes back, before the page does (11-24). */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  const layer = useId();
  const open = useContext(LayerContext);
  const goBack = useEffectEvent(onBack);
  useEffect(() => (isOpen ? open(layer, () => goBack()) : undefined), [isOpen, layer, open]);
}
