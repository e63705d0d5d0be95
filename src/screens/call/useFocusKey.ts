import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

/**
 * F6 moves the focus from the page to the first control of a part beside it, and back (11-21). Escape in the part
 * moves it back too, and so does the end of the part. Returns the reference of the part, and its handler of keys.
 */
export function useFocusKey(first: RefObject<HTMLElement | null>) {
  const part = useRef<HTMLElement>(null);
  const left = useRef<Element | null>(null);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "F6" || event.defaultPrevented) return;
    event.preventDefault();
    if (hasFocus(part)) return goBack(left);
    left.current = document.activeElement;
    first.current?.focus({ preventScroll: true });
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  // Before React removes the part, and the focus with it.
  useLayoutEffect(
    () => () => {
      if (hasFocus(part)) goBack(left);
    },
    [],
  );

  const onKeyDown = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== "Escape" || left.current === null) return;
    event.preventDefault();
    goBack(left);
  };
  return { part, onKeyDown };
}

function hasFocus(part: RefObject<HTMLElement | null>): boolean {
  return part.current?.contains(document.activeElement) ?? false;
}

function goBack(left: RefObject<Element | null>): void {
  if (left.current instanceof HTMLElement) left.current.focus({ preventScroll: true });
  left.current = null;
}
