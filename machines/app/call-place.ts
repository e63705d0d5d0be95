import { panesOf, type Whereabouts } from "./panes.ts";

/** How the user wants to see the call: over everything, beside the chat, or small; or not chosen yet. */
export type CallWindow = "unchosen" | "full" | "docked" | "minimised";

/** Where the call is: over everything, in a column at the right, in a small window, or in the badge of a phone. */
export type CallPlace = "full" | "docked" | "floating" | "badge";

/**
 * Returns where the call is (11-21). A call that rings here floats in a wide window, so that the user can go on
 * writing, until the user chooses or accepts. A docked call floats while the window has no room for its column.
 */
export function callPlaceOf(wanted: CallWindow, isRingingHere: boolean, where: Whereabouts): CallPlace {
  const isNarrow = where.width === "phone" || where.width === "column";
  if (wanted === "unchosen") return isRingingHere && !isNarrow ? "floating" : "full";
  if (wanted === "full") return "full";
  if (isNarrow) return "badge";
  return wanted === "docked" && mayDock(where) ? "docked" : "floating";
}

/** Whether the column at the right of the chat is free for a call. */
export function mayDock(where: Whereabouts): boolean {
  const { tabs, page } = panesOf(where);
  return where.width === "three" && tabs === "left" && page !== "side";
}
