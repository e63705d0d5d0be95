import type { WindowWidth } from "../domain/platform-events.ts";
import { isOpen, isTab, type Place, routeAt } from "../domain/route.ts";

/**
 * Where a view is: alone in the window, at the left, at the right of the tabs, between both, or at the right edge
 * beside a chat.
 */
export type Pane = "full" | "left" | "right" | "middle" | "side";

/** The pane of each view; null hides it. */
export interface Panes {
  tabs: Pane | null;
  chat: Pane | null;
  /** The page in front that is neither a tab nor a chat. */
  page: Pane | null;
}

export interface Whereabouts {
  place: Place;
  /** History including the current place, which is last. */
  trail: readonly Place[];
  width: WindowWidth;
}

/** Returns which views are visible, and where (11-21). */
export function panesOf(where: Whereabouts): Panes {
  const { place, width } = where;
  const isOfTab = isTabAt(place);
  const chat = chatInView(where);
  const isAtChat = chat === place;
  const isPage = !isOfTab && !isAtChat;
  if (width === "phone" || width === "column" || isAlone(place))
    return { tabs: isOfTab ? "full" : null, chat: isAtChat ? "full" : null, page: isPage ? "full" : null };
  return {
    tabs: "left",
    chat: chat && (isAtChat ? "right" : "middle"),
    page: isPage ? (chat ? "side" : "right") : null,
  };
}

/** Returns the chat that the user sees: the current place, or the chat that the page beside it was opened from. */
export function chatInView({ place, trail, width }: Whereabouts): Place | null {
  if (isChat(place)) return place;
  if (width !== "three" || isAlone(place)) return null;
  const last = trail.findLast((one) => isChat(one) || isTabAt(one));
  return last && isChat(last) ? last : null;
}

/** Returns how many places of the trail lie above its last tab, or above its last chat. */
export function countAbove(trail: readonly Place[], base: "tabs" | "chat"): number {
  return trail.length - 1 - trail.findLastIndex(base === "chat" ? isChat : isTabAt);
}

function isTabAt({ path }: Place): boolean {
  return isTab(routeAt(path));
}

function isChat({ path }: Place): boolean {
  return path === "/chat";
}

/** Before the first arrival, and on the pages before the sign-in. */
function isAlone({ path }: Place): boolean {
  return path === "" || isOpen(path);
}
