import { useSelector } from "@xstate/react";
import { useSearch } from "wouter";
import type { GroupChange } from "../../../machines/domain/group.ts";
import type { GroupMember, GroupStanding } from "../../../machines/domain/people.ts";
import { type GroupActor, useSend } from "../../shell/actors.tsx";
import { useGroup, useGroupChange } from "../../shell/routeActors.ts";
import { useOwnAddress } from "../../shell/router.tsx";
import { groupOf } from "./place.ts";

const NOTHING: GroupStanding = { group: null, me: null };
const NOBODY: readonly GroupMember[] = [];

/** Undefined while the actor is of another group. */
export function useOwnGroup(): GroupActor | undefined {
  const groupID = groupOf(useSearch());
  const group = useGroup();
  return group?.getSnapshot().context.groupID === groupID ? group : undefined;
}

export function useStanding(): GroupStanding {
  const actor = useOwnGroup();
  const group = useSelector(actor, (snapshot) => snapshot?.context.group ?? NOTHING.group);
  const me = useSelector(actor, (snapshot) => snapshot?.context.me ?? NOTHING.me);
  return { group, me };
}

export function useMembers(): readonly GroupMember[] {
  return useSelector(useOwnGroup(), (snapshot) => snapshot?.context.members ?? NOBODY);
}

/** `pending` is the change that is being saved. */
export function useChanging(): { change: (change: GroupChange) => void; pending: GroupChange | null } {
  const actor = useGroupChange();
  const send = useSend(actor);
  const page = useOwnAddress();
  const pending = useSelector(actor, (snapshot) =>
    snapshot?.hasTag("saving") === true ? snapshot.context.change : null,
  );
  return { change: (change) => send({ type: "user.changeGroup", change, page }), pending };
}
