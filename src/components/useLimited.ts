import { type CompositionEvent, useRef } from "react";
import { fitted } from "../text/fitted.ts";

interface Limited {
  value: string;
  /** In characters. */
  limit: number;
  onChange: (value: string) => void;
}

/**
 * The props of a field that holds at most `limit` characters. An input method may write more until it is done: its
 * letters are not yet the text, and a change of the field would end it.
 */
export function useLimited({ value, limit, onChange }: Limited) {
  const beforeComposing = useRef<string | null>(null);
  return {
    value,
    onChange: (typed: string) =>
      onChange(beforeComposing.current === null ? fitted(value, typed, limit) : typed),
    onCompositionStart: () => {
      beforeComposing.current = value;
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const before = beforeComposing.current ?? value;
      beforeComposing.current = null;
      onChange(fitted(before, currentTarget.value, limit));
    },
  };
}
