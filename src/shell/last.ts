import { useState } from "react";

/** The value, or the last one there was: what is drawn stays on screen until something else takes its place. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** A value as it is while something goes on, and after that as it was last: words stay while their sheet closes. */
export function useLastWhile<Value>(isOn: boolean, value: Value): Value {
  const [last, setLast] = useState(value);
  if (isOn && value !== last) setLast(value);
  return isOn ? value : last;
}
