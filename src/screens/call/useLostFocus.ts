import { type RefObject, useEffect } from "react";
import { mayTakeFocus } from "../../components/focus.ts";

/** Takes the focus if the control that showed this part is gone, and the focus with it. */
export function useLostFocus(ref: RefObject<HTMLElement | null> | null): void {
  useEffect(() => {
    if (ref && document.activeElement === document.body && mayTakeFocus())
      ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
