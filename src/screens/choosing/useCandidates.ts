import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { useContacts } from "../../shell/actors.tsx";
import { isFound } from "../../text/search.ts";
import { type Entry, friendEntries, NO_FRIENDS } from "../contact/entries.ts";

/** `found` matches the query by name, remark, nickname or id. */
export function useCandidates(query: string): { all: readonly Entry[]; found: readonly Entry[] } {
  const friends = useSelector(useContacts(), (contacts) => contacts?.context.friends ?? NO_FRIENDS);
  const all = useMemo(() => friendEntries(friends), [friends]);
  const found = useMemo(() => {
    if (query.trim() === "") return all;
    return friendEntries(
      friends.filter(({ userID, nickname, remark }) => isFound(query, userID, nickname, remark)),
    );
  }, [all, friends, query]);
  return { all, found };
}
