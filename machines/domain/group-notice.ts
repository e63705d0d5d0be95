/** Group notices: the server's notifications that are stored in the chat. */
import type { NoticePerson } from "./people.ts";

/** Some of the affected users; `count` is the total. */
export interface NoticePeople {
  people: readonly NoticePerson[];
  count: number;
}

/** `by` did it; null if the server does not say who. */
export type GroupNotice =
  | { act: "created"; by: NoticePerson | null }
  | ({ act: "invited" | "removed"; by: NoticePerson } & NoticePeople)
  | { act: "entered" | "left"; by: NoticePerson }
  | { act: "transferred" | "memberUnmuted"; by: NoticePerson; person: NoticePerson }
  | { act: "memberMuted"; by: NoticePerson; person: NoticePerson; seconds: number }
  | { act: "dismissed" | "muted" | "unmuted" | "changed"; by: NoticePerson }
  | { act: "announced"; by: NoticePerson; text: string }
  | { act: "renamed"; by: NoticePerson; name: string };

/** Maximum number of names in one notice; the rest is a count (9-17). */
export const NOTICE_NAMES = 3;

export function peopleOf(notice: GroupNotice): readonly NoticePerson[] {
  const by = notice.by ? [notice.by] : [];
  if ("people" in notice) return [...by, ...notice.people];
  return "person" in notice ? [...by, notice.person] : by;
}
