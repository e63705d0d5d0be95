import { useEffect, useEffectEvent } from "react";
import { useNavigation } from "../../../shell/actors.tsx";

/** Calls back on Escape, unless another layer lies above the search, or the focused part uses the key itself. */
export function useEscape(onEscape: () => void): void {
  const navigation = useNavigation();
  const countLayers = useEffectEvent(() => navigation?.getSnapshot().context.layers.length ?? 0);
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let isOnTop = false;
    // A layer above may be gone when the key arrives below.
    const look = () => {
      isOnTop = countLayers() === 1;
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !isOnTop || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", look, { capture: true, signal });
    document.addEventListener("keydown", press, { signal });
    return () => controller.abort();
  }, []);
}
