import type { MouseEvent } from "react";

/** In CSS pixels from the top left corner of the window. */
export interface Point {
  x: number;
  y: number;
}

/** Returns where the pointer is; after a key, the lower left corner of the element. */
export function pointOf({ clientX: x, clientY: y, currentTarget }: MouseEvent<HTMLElement>): Point {
  if (x !== 0 || y !== 0) return { x, y };
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return { x: left, y: bottom };
}
