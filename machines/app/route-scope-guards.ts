/** Guards for `route-scopes`: whether the new location opens a chart's subject, or stays with it. */

import type { Profile } from "../domain/people.ts";
import { isBeyondSearch, searchIn, targetIn, userIn } from "../domain/people-routes.ts";
import type { Target } from "../domain/relationship.ts";
import { type Choice, choiceIn, groupIn, type Place, TABS } from "../domain/route.ts";
import { sharedMediaIDIn } from "../media/shared-items.ts";
import { isOwnPlace } from "../people/own-profile.ts";
import { SEARCH_PATH } from "../people/search-results.ts";
import type { Clock } from "../ports/index.ts";

export type PagesEvent = { type: "place.changed"; place: Place };

export interface PagesInput {
  profile: Profile;
  clock: Clock;
  /** The user's location when this chart started. */
  place: Place;
}

/** The current or last subject of each region. */
export interface PagesContext extends PagesInput {
  search: { isGroup: boolean };
  personID: string | null;
  target: Target | null;
  groupID: string | null;
  choice: Choice | null;
  /** The conversation whose shared media are shown. */
  sharedMediaID: string | null;
}

type Turn = { context: PagesContext; event: PagesEvent };

export const turns = {
  isCallList: ({ event: { place } }: Turn) => place.path === "/callRecord",
  isScan: ({ event: { place } }: Turn) => place.path === "/scan",
  isSearch: ({ event: { place } }: Turn) => searchIn(place) !== null,
  isSameSearch: ({ context, event: { place } }: Turn) =>
    searchIn(place)?.isGroup === context.search.isGroup || isBeyondSearch(place),
  isSought: ({ event: { place } }: Turn) => place.path === SEARCH_PATH,
  isTab: ({ event: { place } }: Turn) => TABS.some((tab) => place.path === `/${tab}`),
  isSharedMedia: ({ event: { place } }: Turn) => sharedMediaIDIn(place) !== null,
  isSameSharedMedia: ({ context, event: { place } }: Turn) =>
    sharedMediaIDIn(place) === context.sharedMediaID,
  isPerson: ({ context, event: { place } }: Turn) => userIn(place, context.profile.userID) !== null,
  isSamePerson: ({ context, event: { place } }: Turn) =>
    userIn(place, context.profile.userID) === context.personID,
  isApplication: ({ event: { place } }: Turn) => targetIn(place) !== null,
  isSameTarget: ({ context, event: { place } }: Turn) =>
    JSON.stringify(targetIn(place)) === JSON.stringify(context.target),
  isGroup: ({ event: { place } }: Turn) => groupIn(place) !== null,
  isSameGroup: ({ context, event: { place } }: Turn) => groupIn(place) === context.groupID,
  isChoice: ({ event: { place } }: Turn) => choiceIn(place) !== null,
  isSameChoice: ({ context, event: { place } }: Turn) =>
    JSON.stringify(choiceIn(place)) === JSON.stringify(context.choice),
  isOwn: ({ event: { place } }: Turn) => isOwnPlace(place),
  isPassword: ({ event: { place } }: Turn) => place.path === "/changePassword",
};
