/** Fingers rather than a mouse: Enter makes a new line, and nothing takes the focus uninvited (10-03). */
export function isTouch(): boolean {
  return window.matchMedia?.("(pointer: coarse)").matches ?? false;
}

/** Whether to jump rather than glide. */
export function prefersStillness(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
}
