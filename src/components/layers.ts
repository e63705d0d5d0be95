import { createContext, useContext, useEffect, useEffectEvent, useId, useState } from "react";

/**
 * Registers a layer that opened above the page; `onBack` is called when the user goes back. The returned function
 * unregisters the layer.
 */
export type OpenLayer = (layer: string, onBack: () => void) => () => void;

/** The default does nothing: back never closes a layer. */
export const LayerContext = createContext<OpenLayer>(() => () => {});

/**
 * Back closes the open layer before it leaves the page (11-24). A layer that stays open, at its step before, registers
 * again.
 */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  const layer = useId();
  const open = useContext(LayerContext);
  const [stepsBack, setStepsBack] = useState(0);
  const goBack = useEffectEvent(() => {
    onBack();
    setStepsBack(stepsBack + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step back has unregistered the layer.
  useEffect(() => (isOpen ? open(layer, () => goBack()) : undefined), [isOpen, layer, open, stepsBack]);
}
