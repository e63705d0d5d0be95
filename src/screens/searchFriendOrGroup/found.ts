import { useSelector } from "@xstate/react";
import { type RefObject, useMemo } from "react";
import type { Group } from "../../../machines/domain/people.ts";
import { type LocalSearchActor, useContacts } from "../../shell/actors.tsx";
import { NO_FRIENDS } from "../contact/entries.ts";
import { type Match, searchFriends, searchGroups } from "./matches.ts";

export interface FoundProps {
  localSearch: LocalSearchActor;
  /** Trimmed, never empty. */
  query: string;
  scroller: RefObject<HTMLElement | null>;
}

/** Height above the rows (bar and field) and of a row, in CSS pixels. */
export const ABOVE = 118;
export const ROW_HEIGHT = 72;

const NO_GROUPS: readonly Group[] = [];

export function useFriendMatches(query: string): readonly Match[] {
  const friends = useSelector(useContacts(), (snapshot) => snapshot?.context.friends ?? NO_FRIENDS);
  return useMemo(() => searchFriends(query, friends), [query, friends]);
}

export function useGroupMatches(query: string): readonly Match[] {
  const groups = useSelector(useContacts(), (snapshot) => snapshot?.context.groups ?? NO_GROUPS);
  return useMemo(() => searchGroups(query, groups), [query, groups]);
}
