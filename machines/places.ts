/** Addresses of the app, as places and back. */
import type { Place } from "./events.ts";

/** The address of a conversation's screen. */
export function chatPath(conversationID: string): string {
  return `/chat?${new URLSearchParams({ conversationID })}`;
}

/** The conversation a place shows; null elsewhere. */
export function conversationIn(place: Place): string | null {
  return place.path === "/chat" ? new URLSearchParams(place.search).get("conversationID") : null;
}

/** "/chat?x=1" as a place. */
export function placeOf(to: string): Place {
  const [path = "/", search = ""] = to.split("?", 2);
  return { path, search };
}
