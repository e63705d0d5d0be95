/** The effect of a slide while a finger holds the record button. Pure function. */

export interface FingerPlace {
  x: number;
  y: number;
}

/** Slide distances that cancel and that lock the recording, in CSS pixels. */
export const CANCEL_SLIDE = 110;
const LOCK_SLIDE = 80;

export type RecorderSlide = { type: "lock" } | { type: "discard" } | { type: "slide"; left: number };

/** Returns the slide from one place to another: up locks, far to the left discards, less moves the hint. */
export function recorderSlide(from: FingerPlace, to: FingerPlace): RecorderSlide {
  const [left, up] = [from.x - to.x, from.y - to.y];
  if (up > LOCK_SLIDE && up > left) return { type: "lock" };
  return left < CANCEL_SLIDE ? { type: "slide", left: Math.max(left, 0) } : { type: "discard" };
}
