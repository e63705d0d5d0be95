import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { Friend, GroupMember } from "../../../machines/domain/people.ts";
import { useContacts } from "../../shell/actors.tsx";

const NOBODY: readonly Friend[] = [];

function useFriends(): readonly Friend[] {
  return useSelector(useContacts(), (contacts) => contacts?.context.friends ?? NOBODY);
}

/** Returns the name that a friend has given themselves, also if a remark or the name in the group is shown; else "". */
export function useProfileName(): (userID: string) => string {
  const friends = useFriends();
  return useMemo(() => {
    const names = new Map(friends.map(({ userID, nickname }) => [userID, nickname]));
    return (userID) => names.get(userID) ?? "";
  }, [friends]);
}

/** Names a member by the user's remark, else the name in the group, else the id. */
export function useMemberName(): (member: GroupMember) => string {
  const friends = useFriends();
  return useMemo(() => {
    const remarks = new Map(friends.map(({ userID, remark }) => [userID, remark]));
    return ({ userID, nickname }) => remarks.get(userID) || nickname || userID;
  }, [friends]);
}
