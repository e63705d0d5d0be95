import { useLayoutEffect, useRef, useState } from "react";

/**
 * Returns the value, or the last defined value while it is undefined, so that the content stays on screen.
 */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/**
 * Returns the current value while `isOn`, then the last one, so that a sheet keeps its text while it closes.
 */
export function useLastWhile<Value>(isOn: boolean, value: Value): Value {
  const [last, setLast] = useState(value);
  if (isOn && value !== last) setLast(value);
  return isOn ? value : last;
}

/** Calls back before a changed value is painted. Ignores changes while the view is covered. */
export function useChange<Value>(value: Value, onChange: (before: Value) => void): void {
  const shown = useRef<{ value: Value } | null>(null);
  // A covered view runs the cleanup of its effects.
  useLayoutEffect(() => {
    return () => {
      shown.current = null;
    };
  }, []);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { value };
    if (before && before.value !== value) onChange(before.value);
  });
}
