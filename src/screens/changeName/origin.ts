import * as v from "valibot";

export type GroupOrigin =
  | { groupID: string; groupName: string }
  /** The user's name in the group. */
  | { groupID: string; nickname: string }
  | { groupID: string; notification: string };

export interface OwnOrigin {
  userID: string;
  nickname: string;
}

/** The shape tells which of the four values to change (2-79). It contains the current value. */
type Origin = GroupOrigin | OwnOrigin;

const id = v.pipe(v.string(), v.minLength(1));

/** The first match counts: a whole group also has an announcement, and a member also has a user id. */
const OriginSchema = v.union([
  v.object({ groupID: id, groupName: v.string() }),
  v.object({ groupID: id, nickname: v.string() }),
  v.object({ groupID: id, notification: v.string() }),
  v.object({ userID: id, nickname: v.string() }),
]);

/** Parses `originData`. Null if it is invalid (2-78). */
export function originIn(search: string): Origin | null {
  const text = new URLSearchParams(search).get("originData") ?? "";
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), OriginSchema), text);
  return parsed.success ? parsed.output : null;
}

export function changeNamePath(origin: Origin): string {
  const query = new URLSearchParams("groupID" in origin ? { groupID: origin.groupID } : {});
  query.set("originData", JSON.stringify(origin));
  return `/changeName?${query}`;
}
