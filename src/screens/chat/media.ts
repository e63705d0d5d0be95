/** If the browser does not tell, the answer is the less intrusive one. */

/** On a touch device Enter inserts a line break. */
export function isTouch(): boolean {
  return window.matchMedia?.("(pointer: coarse)").matches ?? false;
}

/** With a mouse there is a keyboard: the focused field opens no on-screen keyboard over the chat (10-03). */
export function hasMouse(): boolean {
  return window.matchMedia?.("(hover: hover) and (pointer: fine)").matches ?? false;
}

export function prefersStillness(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
}
