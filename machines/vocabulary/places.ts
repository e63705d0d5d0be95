/** Places of the app, as the address bar shows them. */

export interface Place {
  /** Pathname, e.g. "/chat". */
  path: string;
  /** Query string without "?", e.g. "conversationID=si_1_2". */
  search: string;
}

/** What the address bar reports: typed in, back, forward; and back from what was open above the page. */
export type AddressEvent = { type: "address.changed"; place: Place } | { type: "address.uncovered" };

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
