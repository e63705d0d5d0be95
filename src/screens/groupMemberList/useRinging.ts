import { useSelector } from "@xstate/react";
import { MOST_INVITED } from "../../../machines/calls/group-rules.ts";
import type { CallMedia, CallParticipant } from "../../../machines/domain/call.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { useCallManager, useGroupCall, useNavigation, useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";

export interface Ringing {
  /** Ids of users who are in the call already, or ring. */
  taken: ReadonlySet<string>;
  /** How many more users may ring. */
  room: number;
  /** This user is in a call of this group: the picked members are added to it. */
  isAdding: boolean;
  /** A call of this group rings here or connects: no member can be added yet, and no other call can start. */
  isWaiting: boolean;
  ring: (userIDs: readonly string[], mediaType: CallMedia) => void;
}

const NOBODY: readonly { user: { userID: string }; status: string }[] = [];

/** Starts a group call with the picked members, or adds them to the one that this user is in. */
export function useRinging(group: Group | null, members: readonly GroupMember[]): Ringing {
  const callManager = useCallManager();
  const toCallManager = useSend(callManager);
  const call = useGroupCall(callManager);
  const toCall = useSend(call);
  const toNavigation = useSend(useNavigation());
  const { unlockSound } = useOutside();
  const isHere = useSelector(
    call,
    (snapshot) => group !== null && snapshot?.context.group.groupID === group.groupID,
  );
  const isIn = useSelector(
    call,
    (snapshot) => snapshot?.hasTag("calling") || snapshot?.hasTag("connected") || false,
  );
  const isAdding = isHere && isIn;
  const isWaiting = isHere && !isIn;
  const people = useSelector(call, (snapshot) => (isHere && snapshot?.context.people) || NOBODY);
  const rung = useSelector(call, (snapshot) =>
    isHere && snapshot ? Object.keys(snapshot.context.invitees).length : 0,
  );
  const taken = people.filter(({ status }) => status === "joined" || status === "ringing");
  const ring: Ringing["ring"] = (userIDs, mediaType) => {
    if (!group || isWaiting) return;
    const chosen = userIDs.flatMap((userID): CallParticipant[] => {
      const member = members.find((one) => one.userID === userID);
      if (!member) return [];
      return [{ userInfo: { userID, nickname: member.nickname, faceURL: member.faceURL, ex: "" } }];
    });
    unlockSound();
    toNavigation({ type: "user.back" });
    if (isAdding) {
      toCall({ type: "user.invite", people: chosen });
      toCallManager({ type: "user.restore" });
      return;
    }
    const { groupID, groupName, faceURL } = group;
    toCallManager({
      type: "user.callGroup",
      group: { groupID, name: groupName, faceURL },
      people: chosen,
      mediaType,
    });
  };
  return {
    taken: new Set(taken.map(({ user }) => user.userID)),
    room: Math.max(0, MOST_INVITED - rung),
    isAdding,
    isWaiting,
    ring,
  };
}
