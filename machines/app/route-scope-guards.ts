/** Guards for `route-scopes`: whether the new location opens a chart's subject, or stays with it. */

import { formIn } from "../domain/form.ts";
import { type Choice, choiceIn, groupIn } from "../domain/group-routes.ts";
import type { Profile } from "../domain/people.ts";
import { isBeyondSearch, searchIn, targetIn, userIn } from "../domain/people-routes.ts";
import type { Target } from "../domain/relationship.ts";
import { type Place, TABS } from "../domain/route.ts";
import { sharedMediaIDIn } from "../media/shared-items.ts";
import { isOwnPlace } from "../people/own-profile.ts";
import { SEARCH_PATH } from "../people/search-results.ts";
import type { Clock } from "../ports/platform.ts";

export type RouteScopesEvent = { type: "place.changed"; place: Place };

export interface RouteScopesInput {
  profile: Profile;
  clock: Clock;
  /** The user's location when this chart started. */
  place: Place;
}

/** The current or last subject of each region. */
export interface RouteScopesContext extends RouteScopesInput {
  search: { isGroup: boolean; keyword: string };
  personID: string | null;
  target: Target | null;
  groupID: string | null;
  choice: Choice | null;
  formID: string | null;
  /** The conversation whose shared media are shown. */
  sharedMediaID: string | null;
}

type GuardInput = { context: RouteScopesContext; event: RouteScopesEvent };

/** Returns the group that a page is about; null for other pages. A request to join names the group. */
export function groupAt(place: Place): string | null {
  const target = targetIn(place);
  return target?.kind === "group" ? target.id : groupIn(place);
}

export const routeScopeGuards = {
  isCallList: ({ event: { place } }: GuardInput) => place.path === "/callRecord",
  isScan: ({ event: { place } }: GuardInput) => place.path === "/scan",
  isSearch: ({ event: { place } }: GuardInput) => searchIn(place) !== null,
  isSameSearch: ({ context, event: { place } }: GuardInput) =>
    searchIn(place)?.isGroup === context.search.isGroup || isBeyondSearch(place),
  isSought: ({ event: { place } }: GuardInput) => place.path === SEARCH_PATH,
  isTab: ({ event: { place } }: GuardInput) => TABS.some((tab) => place.path === `/${tab}`),
  isSharedMedia: ({ event: { place } }: GuardInput) => sharedMediaIDIn(place) !== null,
  isSameSharedMedia: ({ context, event: { place } }: GuardInput) =>
    sharedMediaIDIn(place) === context.sharedMediaID,
  isPerson: ({ context, event: { place } }: GuardInput) => userIn(place, context.profile.userID) !== null,
  isSamePerson: ({ context, event: { place } }: GuardInput) =>
    userIn(place, context.profile.userID) === context.personID,
  isApplication: ({ event: { place } }: GuardInput) => targetIn(place) !== null,
  isSameTarget: ({ context, event: { place } }: GuardInput) =>
    JSON.stringify(targetIn(place)) === JSON.stringify(context.target),
  isGroup: ({ event: { place } }: GuardInput) => groupAt(place) !== null,
  isSameGroup: ({ context, event: { place } }: GuardInput) => groupAt(place) === context.groupID,
  isChoice: ({ event: { place } }: GuardInput) => choiceIn(place) !== null,
  isSameChoice: ({ context, event: { place } }: GuardInput) =>
    JSON.stringify(choiceIn(place)) === JSON.stringify(context.choice),
  isForm: ({ event: { place } }: GuardInput) => formIn(place) !== null,
  isSameForm: ({ context, event: { place } }: GuardInput) => formIn(place) === context.formID,
  isOwn: ({ event: { place } }: GuardInput) => isOwnPlace(place),
  isPassword: ({ event: { place } }: GuardInput) => place.path === "/changePassword",
};
