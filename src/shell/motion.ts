import type { NavigationActor } from "./actors.tsx";
import { moveScreens } from "./ScreenMover.ts";
import { showTouches } from "./touches.ts";

/** Starts what moves on the page or answers a finger (11-56, 11-59). */
export function startMotion(navigation: NavigationActor): void {
  moveScreens(navigation);
  showTouches();
}
