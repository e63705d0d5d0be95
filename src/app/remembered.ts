import { createContext } from "react";
import type { Message } from "../../machines/vocabulary/messages.ts";
import { conversationIn, type Place, soughtIn } from "../../machines/vocabulary/places.ts";
import type { SeenPages } from "../../machines/vocabulary/seen-pages.ts";

/** What is shown of a chat from the last visit until its messages are there; nothing where they are not waited for. */
export const RememberedContext = createContext<readonly Message[]>([]);

const NONE: readonly Message[] = [];

/** What was seen last where one is going: nobody who comes for a certain message comes for the newest. */
export function rememberedAt(place: Place | undefined, pages: SeenPages | undefined): readonly Message[] {
  const asked = place && soughtIn(place) === null ? conversationIn(place) : null;
  return (asked !== null && pages?.[asked]) || NONE;
}
