import { type RefObject, useEffect } from "react";
import { mayTakeFocus } from "../../components/focus.ts";

/** Takes the focus if the control that showed this part is gone, and the focus with it. */
export function useLostFocus(ref: RefObject<HTMLElement | null> | null): void {
  useEffect(() => {
    if (ref && document.activeElement === document.body && mayTakeFocus())
      ref.current?.focus({ preventScroll: true });
  }, [ref]);
}

/** While `isModal`, the focus goes back to `ref` when a screen below takes it. A screen that loads late does that. */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, isModal: boolean): void {
  useEffect(() => {
    if (!isModal) return;
    const keep = ({ target }: FocusEvent) => {
      // Dialogs hide what lies below them from screen readers, but let it take the focus.
      if (target instanceof Element && target.closest('[aria-hidden="true"]:not([data-base-ui-focus-guard])'))
        ref.current?.focus({ preventScroll: true });
    };
    document.addEventListener("focusin", keep);
    return () => document.removeEventListener("focusin", keep);
  }, [ref, isModal]);
}
