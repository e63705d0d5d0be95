/** Duration and easing of the style tokens, for the Web Animations API. */
export interface Pace {
  duration: number;
  easing: string;
}

/**
 * Returns how fast something moves. Null if it must not move: the user prefers less motion, which shortens the tokens,
 * the page is hidden, or the browser cannot move it.
 */
export function paceOf(token: "--fast" | "--medium" | "--slow"): Pace | null {
  if (document.hidden || !("animate" in Element.prototype)) return null;
  const tokens = getComputedStyle(document.documentElement);
  const time = tokens.getPropertyValue(token).trim();
  const duration = Number.parseFloat(time) * (time.endsWith("ms") ? 1 : 1000);
  return duration >= 1 ? { duration, easing: tokens.getPropertyValue("--ease").trim() } : null;
}
