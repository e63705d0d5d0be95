import { shallowEqual, useSelector } from "@xstate/react";
import type { UserProfileActor } from "../../shell/actors.tsx";
import { useContacts, useConversations, useSession } from "../../shell/actors.tsx";
import { useUserProfile } from "../../shell/routeActors.ts";

export interface Person {
  userID: string;
  /** The signed-in user's remark, else the nickname, else the user id. */
  name: string;
  /** Empty unless the name is a remark. */
  nickname: string;
  faceURL: string;
  relation: "self" | "friend" | "other";
}

/** Null until the session, the friends, the chats or the server have data of the user. */
export function usePerson(userID: string): Person | null {
  const actor = useUserProfile(userID);
  const self = useSelector(useSession(), (session) =>
    session?.context.userID === userID ? session.context.profile : undefined,
  );
  const listed = useSelector(useContacts(), (contacts) =>
    contacts?.context.friends.find((one) => one.userID === userID),
  );
  const baseInfo = useSelector(actor, (snapshot) => snapshot?.context.baseInfo ?? null);
  const met = useSelector(actor, (snapshot) => snapshot?.context.friend ?? null);
  const talkedTo = useSelector(
    useConversations(),
    (list) => {
      const row = list?.context.rows.find((one) => one.kind === "single" && one.userID === userID);
      return row && { name: row.showName, faceURL: row.faceURL };
    },
    shallowEqual,
  );
  if (self) {
    return { userID, name: self.nickname || userID, nickname: "", faceURL: self.faceURL, relation: "self" };
  }
  // Once the user's profile is loaded, its friend data wins, because the friend list may be a moment behind.
  const friend = baseInfo ? met : listed;
  if (friend) {
    const { remark, nickname, faceURL } = friend;
    const name = remark || nickname || userID;
    return { userID, name, nickname: name === nickname ? "" : nickname, faceURL, relation: "friend" };
  }
  const other = baseInfo ? { name: baseInfo.nickname, faceURL: baseInfo.faceURL } : talkedTo;
  return other
    ? { userID, name: other.name || userID, nickname: "", faceURL: other.faceURL, relation: "other" }
    : null;
}

export type Absence = "loading" | "unknown" | "failed";

export function useAbsence(actor: UserProfileActor | undefined): Absence {
  const isUnknown = useSelector(actor, (snapshot) => snapshot?.hasTag("unknown") ?? false);
  const hasFailed = useSelector(actor, (snapshot) => snapshot?.hasTag("failed") ?? false);
  if (isUnknown) return "unknown";
  return hasFailed ? "failed" : "loading";
}
