import { EVERYONE, type Mention } from "../domain/mention.ts";
import type { GroupMember } from "../domain/people.ts";

/** The list under an "@": its members, its marked row, and the effect of a key. Pure functions. */

export interface MentionChoice extends Mention {
  /** The friend's remark if there is one. The sent mention uses the name in the group. */
  shown: string;
  faceURL: string;
}

export interface MentionSearch {
  /** The text after "@". */
  query: string;
  members: readonly GroupMember[];
  selfID: string;
  /** Whether the user may mention everyone. */
  mayAll: boolean;
}

export interface MentionTexts {
  everyone: string;
  nameOf(member: GroupMember): string;
  /** The name in a friend's profile; "" for others. */
  profileNameOf(userID: string): string;
  isNamed(query: string, ...names: readonly string[]): boolean;
}

/** Returns the matching members without the user. "Everyone" is first for users who may mention all. */
export function mentionChoices(
  { query, members, selfID, mayAll }: MentionSearch,
  { everyone, nameOf, profileNameOf, isNamed }: MentionTexts,
): readonly MentionChoice[] {
  const all = { userID: EVERYONE, name: everyone, shown: everyone, faceURL: "" };
  const people = members.flatMap((member) => {
    const { userID, nickname, faceURL } = member;
    const shown = nameOf(member);
    if (userID === selfID || !isNamed(query, shown, nickname, profileNameOf(userID))) return [];
    return [{ userID, name: nickname, shown, faceURL }];
  });
  return mayAll && isNamed(query, everyone, "all") ? [all, ...people] : people;
}

/** The row that the arrow keys marked, and the text after "@" at that time. */
export interface MarkedMention {
  query: string;
  index: number;
}

/** Returns the index of the marked row: another text marks the first row again, a shorter list its last row. */
export function markedMention(marked: MarkedMention, query: string | undefined, count: number): number {
  return marked.query === query ? Math.min(marked.index, Math.max(0, count - 1)) : 0;
}

export interface MentionList {
  isOpen: boolean;
  count: number;
  /** Index of the marked row. */
  active: number;
  /** The message mentions as many users as it may. */
  isFull: boolean;
}

export type MentionKey = { type: "close" } | { type: "mark"; index: number } | { type: "pick" };

/** Returns what a key in the field does to the list, or null if it belongs to the field. */
export function mentionKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { isOpen, count, active, isFull }: MentionList,
): MentionKey | null {
  if (!isOpen) return null;
  if (key === "Escape") return { type: "close" };
  if (count === 0 || isFull) return null;
  if (key === "ArrowDown") return { type: "mark", index: (active + 1) % count };
  if (key === "ArrowUp") return { type: "mark", index: (active + count - 1) % count };
  return (key === "Enter" || key === "Tab") && !shiftKey ? { type: "pick" } : null;
}
