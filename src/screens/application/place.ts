import * as v from "valibot";
import {
  APPLICATION_LISTS,
  type ApplicationListName,
  type ApplicationRef,
} from "../../../machines/domain/contact-request.ts";

const id = v.pipe(v.string(), v.minLength(1));
const Friend = v.pipe(v.string(), v.parseJson(), v.object({ fromUserID: id, toUserID: id }));
const Group = v.pipe(v.string(), v.parseJson(), v.object({ userID: id, groupID: id }));

/** Requirement 2-34. */
export function applicationListPath(name: ApplicationListName): string {
  return `/applicationList?${new URLSearchParams({ type: String(APPLICATION_LISTS.indexOf(name)) })}`;
}

/** The address of a request (2-70, 2-71). It contains only ids, no content. */
export function applicationDetailsPath(name: ApplicationListName, application: ApplicationRef): string {
  const named =
    application.kind === "friend"
      ? { fromUserID: application.fromUserID, toUserID: application.toUserID }
      : { userID: application.userID, groupID: application.groupID };
  return `/applicationDetails?${new URLSearchParams({
    application: JSON.stringify(named),
    type: String(APPLICATION_LISTS.indexOf(name)),
  })}`;
}

/** Null if the query names no list. */
export function listIn(search: string): ApplicationListName | null {
  const type = new URLSearchParams(search).get("type") ?? "";
  return /^\d$/.test(type) ? (APPLICATION_LISTS[Number(type)] ?? null) : null;
}

/** Null if the query names no request (2-78). */
export function applicationIn(search: string): ApplicationRef | null {
  const name = listIn(search);
  if (name === null) return null;
  const json = new URLSearchParams(search).get("application");
  if (name === "receivedFriends" || name === "sentFriends") {
    const named = v.safeParse(Friend, json);
    return named.success ? { kind: "friend", ...named.output } : null;
  }
  const named = v.safeParse(Group, json);
  return named.success ? { kind: "group", ...named.output } : null;
}
