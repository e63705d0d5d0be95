/** What happened in a group, as its chat tells it: the server's notifications with a copy in the chat. */
import type { NoticePerson } from "./people.ts";

/** Some of the people it happened to; `count` is how many there were, named or not. */
export interface NoticePeople {
  people: readonly NoticePerson[];
  count: number;
}

/** `by` did it; null where the server does not say who. */
export type GroupNotice =
  | { act: "created"; by: NoticePerson | null }
  | ({ act: "invited" | "removed"; by: NoticePerson } & NoticePeople)
  | { act: "entered" | "left"; by: NoticePerson }
  | { act: "transferred" | "memberUnmuted"; by: NoticePerson; person: NoticePerson }
  | { act: "memberMuted"; by: NoticePerson; person: NoticePerson; seconds: number }
  | { act: "dismissed" | "muted" | "unmuted" | "changed"; by: NoticePerson }
  | { act: "announced"; by: NoticePerson; text: string }
  | { act: "renamed"; by: NoticePerson; name: string };

/** Names shown in one notice; of the others there is a count (9-17). */
export const NOTICE_NAMES = 3;

/** Everybody a notice names. */
export function peopleOf(notice: GroupNotice): readonly NoticePerson[] {
  const by = notice.by ? [notice.by] : [];
  if ("people" in notice) return [...by, ...notice.people];
  return "person" in notice ? [...by, notice.person] : by;
}
