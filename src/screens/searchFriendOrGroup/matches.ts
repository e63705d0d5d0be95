import type { Friend, Group } from "../../../machines/domain/people.ts";
import type { ContactKey } from "../../../machines/people/contacts.ts";
import { isFound, placeOf } from "../../text/search.ts";

export interface Match {
  key: string;
  kind: "person" | "group";
  contact: ContactKey;
  name: string;
  faceURL: string;
  /** The matching nickname or id if the name does not match, else empty. */
  also: string;
}

/** Friends by remark, name or id. Matches at the start of the name come first (2-63). */
export function searchFriends(query: string, friends: readonly Friend[]): Match[] {
  const people = friends.flatMap(({ userID, nickname, remark, faceURL }): Match[] => {
    const name = remark || nickname || userID;
    const also = matching(query, name, nickname, userID);
    return also === null
      ? []
      : [{ key: `person ${userID}`, kind: "person", contact: { userID }, name, faceURL, also }];
  });
  return inOrder(people, query);
}

/** Groups by name or id. Matches at the start of the name come first (2-63). */
export function searchGroups(query: string, groups: readonly Group[]): Match[] {
  const teams = groups.flatMap(({ groupID, groupName, faceURL }): Match[] => {
    const name = groupName || groupID;
    const also = matching(query, name, groupID);
    return also === null
      ? []
      : [{ key: `group ${groupID}`, kind: "group", contact: { groupID }, name, faceURL, also }];
  });
  return inOrder(teams, query);
}

/** Empty if the name matches, else the first other value that matches, else null. */
function matching(query: string, name: string, ...others: readonly string[]): string | null {
  return isFound(query, name) ? "" : (others.find((other) => isFound(query, other)) ?? null);
}

function inOrder(matches: readonly Match[], query: string): Match[] {
  const rank = ({ name }: Match) => placeOf(name, query)?.start ?? Number.POSITIVE_INFINITY;
  return [...matches].sort((a, b) => compare(rank(a), rank(b)) || a.name.localeCompare(b.name));
}

function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
