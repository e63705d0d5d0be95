import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { Friend } from "../../../machines/vocabulary/people.ts";
import { useContacts } from "../../app/actors.tsx";
import { type Entry, friendEntries } from "../contact/entries.ts";

const NOBODY: readonly Friend[] = [];

/** Friends by letter; with something searched for, those it fits: name, remark, nickname or id. */
export function useCandidates(query: string): { all: readonly Entry[]; found: readonly Entry[] } {
  const friends = useSelector(useContacts(), (contacts) => contacts?.context.friends ?? NOBODY);
  const all = useMemo(() => friendEntries(friends), [friends]);
  const found = useMemo(() => {
    const wanted = query.trim().toLocaleLowerCase();
    if (wanted === "") return all;
    const fits = ({ userID, nickname, remark }: Friend) =>
      [userID, nickname, remark].some((one) => one.toLocaleLowerCase().includes(wanted));
    return friendEntries(friends.filter(fits));
  }, [all, friends, query]);
  return { all, found };
}
