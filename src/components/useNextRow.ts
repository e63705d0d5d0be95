import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Props of a list. When a row leaves its place with the focus, the focus goes to `target`, a selector, in the row that
 * has this place now. Without a row it goes to `empty`.
 */
export function useNextRow(rows: unknown, target: string, empty?: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the rows takes the focus away
  useLayoutEffect(() => {
    const around = list.current ?? empty?.current ?? null;
    if (place.current < 0 || !document.activeElement?.contains(around)) return;
    const items = list.current?.children ?? [];
    const item = items[Math.min(place.current, items.length - 1)];
    const next = item ? item.querySelector<HTMLElement>(target) : empty?.current;
    next?.focus({ preventScroll: true });
  }, [rows]);
  const onFocus = ({ currentTarget, target: focused }: FocusEvent<HTMLUListElement>) => {
    place.current = [...currentTarget.children].findIndex((item) => item.contains(focused));
  };
  return { ref: list, onFocus };
}
