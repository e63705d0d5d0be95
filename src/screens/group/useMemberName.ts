import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { Friend, GroupMember } from "../../../machines/domain/people.ts";
import { useContacts } from "../../shell/actors.tsx";

const NOBODY: readonly Friend[] = [];

/** Names a member by the user's remark, else the name in the group, else the id. */
export function useMemberName(): (member: GroupMember) => string {
  const friends = useSelector(useContacts(), (contacts) => contacts?.context.friends ?? NOBODY);
  return useMemo(() => {
    const remarks = new Map(friends.map(({ userID, remark }) => [userID, remark]));
    return ({ userID, nickname }) => remarks.get(userID) || nickname || userID;
  }, [friends]);
}
