import * as v from "valibot";

/** What is to be changed in a group, and how it is now. */
export type GroupOrigin =
  | { groupID: string; groupName: string }
  /** One's own name in the group. */
  | { groupID: string; nickname: string }
  | { groupID: string; notification: string };

/** One's own name, in no group. */
export interface OwnOrigin {
  userID: string;
  nickname: string;
}

/** What is to be changed, and how it is now: its shape says which of the four it is (2-79). */
type Origin = GroupOrigin | OwnOrigin;

const id = v.pipe(v.string(), v.minLength(1));

/** The first that fits counts: a whole group has a name and an announcement, a member an id of their own. */
const OriginSchema = v.union([
  v.object({ groupID: id, groupName: v.string() }),
  v.object({ groupID: id, nickname: v.string() }),
  v.object({ groupID: id, notification: v.string() }),
  v.object({ userID: id, nickname: v.string() }),
]);

/** What `originData` says; null where that is no sense (2-78). */
export function originIn(search: string): Origin | null {
  const text = new URLSearchParams(search).get("originData") ?? "";
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), OriginSchema), text);
  return parsed.success ? parsed.output : null;
}

/** The address where it can be changed. */
export function changeNamePath(origin: Origin): string {
  const query = new URLSearchParams("groupID" in origin ? { groupID: origin.groupID } : {});
  query.set("originData", JSON.stringify(origin));
  return `/changeName?${query}`;
}
