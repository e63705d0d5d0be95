/** What the device is like. Where nobody can tell, the answer is the quieter one. */

/** Fingers rather than a mouse: Enter makes a new line. */
export function isTouch(): boolean {
  return window.matchMedia?.("(pointer: coarse)").matches ?? false;
}

/** A mouse, and so a keyboard: the field may take the focus without covering the chat (10-03). */
export function hasMouse(): boolean {
  return window.matchMedia?.("(hover: hover) and (pointer: fine)").matches ?? false;
}

/** Whether to jump rather than glide. */
export function prefersStillness(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
}
