import { createContext, useContext, useEffect, useEffectEvent, useId } from "react";

/**
 * Registers a layer that opened above the page; `onBack` is called when the user goes back. The returned function
 * unregisters the layer.
 */
export type OpenLayer = (layer: string, onBack: () => void) => () => void;

/** The default does nothing: back never closes a layer. */
export const LayerContext = createContext<OpenLayer>(() => () => {});

/** Back closes the open layer before it leaves the page (11-24). */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  const layer = useId();
  const open = useContext(LayerContext);
  const goBack = useEffectEvent(onBack);
  useEffect(() => (isOpen ? open(layer, () => goBack()) : undefined), [isOpen, layer, open]);
}
