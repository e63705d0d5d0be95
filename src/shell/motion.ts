import type { NavigationActor } from "./actors.tsx";
import { recoverFocus } from "./lostFocus.ts";
import { moveScreens } from "./ScreenMover.ts";
import { showTouches } from "./touches.ts";

/**
 * Starts what moves on the page or answers a finger (11-56, 11-59), and keeps the focus of the keyboard, until the
 * signal aborts.
 */
export function startMotion(navigation: NavigationActor, signal: AbortSignal): void {
  if (signal.aborted) return;
  moveScreens(navigation, signal);
  showTouches(signal);
  recoverFocus(signal);
}
