import { panesOf, type Whereabouts } from "./panes.ts";

/** How the user wants to see the call: over everything, beside the chat, or small. */
export type CallWindow = "full" | "docked" | "minimised";

/** Where the call is: over everything, in a column at the right, in a small window, or in the badge of a phone. */
export type CallPlace = "full" | "docked" | "floating" | "badge";

/** Returns where the call is. A docked call floats while the window has no room for its column (11-21). */
export function callPlaceOf(wanted: CallWindow, where: Whereabouts): CallPlace {
  if (wanted === "full") return "full";
  if (where.width === "phone" || where.width === "column") return "badge";
  return wanted === "docked" && mayDock(where) ? "docked" : "floating";
}

/** Whether the column at the right of the chat is free for a call. */
export function mayDock(where: Whereabouts): boolean {
  const { tabs, page } = panesOf(where);
  return where.width === "three" && tabs === "left" && page !== "side";
}
