import * as v from "valibot";

/** What is to be changed, and how it is now: its shape says which of the three it is (2-79). */
export type Origin =
  | { groupID: string; groupName: string }
  /** One's own name in the group. */
  | { groupID: string; nickname: string }
  | { groupID: string; notification: string };

const id = v.pipe(v.string(), v.minLength(1));

/** The first that fits counts: a whole group has a name and an announcement. */
const OriginSchema = v.union([
  v.object({ groupID: id, groupName: v.string() }),
  v.object({ groupID: id, nickname: v.string() }),
  v.object({ groupID: id, notification: v.string() }),
]);

/** What `originData` says; null where that is no sense (2-78). */
export function originIn(search: string): Origin | null {
  const text = new URLSearchParams(search).get("originData") ?? "";
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), OriginSchema), text);
  return parsed.success ? parsed.output : null;
}

/** The address where it can be changed. */
export function changeNamePath(origin: Origin): string {
  const { groupID } = origin;
  return `/changeName?${new URLSearchParams({ groupID, originData: JSON.stringify(origin) })}`;
}
