import { useState } from "react";

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
