import { isOpen } from "../domain/route.ts";
import { selectTab } from "./navigation.ts";
import { countAbove, panesOf, type Whereabouts } from "./panes.ts";

/**
 * The direction of a new screen: from above the last one, from below it, or from another tab. "none": it does not move.
 */
export type ScreenMove = "deeper" | "back" | "tab" | "none";

/** Returns how the screens move from one place to the next (11-56). Beside the tabs nothing slides. */
export function moveBetween(before: Whereabouts, now: Whereabouts): ScreenMove {
  if (before.width !== now.width || isApart(before, now)) return "none";
  if (panesOf(before).tabs && panesOf(now).tabs)
    return selectTab({ context: before }) === selectTab({ context: now }) ? "none" : "tab";
  const steps = countAbove(now.trail, "tabs") - countAbove(before.trail, "tabs");
  if (steps === 0) return "none";
  return steps > 0 ? "deeper" : "back";
}

/** Before the first arrival, and where the user signs in or out. */
function isApart({ place: before }: Whereabouts, { place: now }: Whereabouts): boolean {
  return before.path === "" || isOpen(before.path) !== isOpen(now.path);
}
