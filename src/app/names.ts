import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { Conversation, Friend, KnownPerson, Message } from "../../machines/events.ts";
import { rosterKey } from "../../machines/roster.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useContacts, useRoster, useSession } from "./actors.tsx";

/** How somebody is shown. Both are empty while the server is asked who they are. */
export interface Shown {
  name: string;
  faceURL: string;
}

/** What a message says of somebody. Anybody can claim anything. */
export type Claim = Pick<Message, "sendID" | "senderNickname"> & Partial<Pick<Message, "senderFaceUrl">>;

/** Names people. */
export type NameOf = (claim: Claim) => Shown;

/**
 * Names the people in a chat: a friend by remark, a member by the name in the group, anybody else one knows by theirs.
 * What a message claims comes last, when the server knows nobody.
 */
export function useNames(conversation: Conversation | null): NameOf {
  const { t } = useText();
  const { groupID = "", userID: peerID = "", showName = "", faceURL = "" } = conversation ?? {};
  const isOpen = conversation !== null;
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const friends = useSelector(useContacts(), (contacts) => contacts?.context.friends ?? NOBODY);
  const people = useSelector(useRoster(), (roster) => (groupID === "" ? undefined : roster?.context.people));
  return useMemo(() => {
    const peer = { userID: peerID, name: showName, faceURL };
    return (claim) => {
      if (claim.sendID === selfID) return { name: t("common.you"), faceURL: claim.senderFaceUrl ?? "" };
      const other = isOpen ? (claim.sendID === peerID ? peer : null) : undefined;
      const member = groupID === "" ? other : people?.[rosterKey(groupID, claim.sendID)];
      return shownAs(claim, friendsByID(friends).get(claim.sendID), member);
    };
  }, [t, isOpen, selfID, friends, people, groupID, peerID, showName, faceURL]);
}

/** The name of whoever sent the latest message of a group, for its row in the list. */
export function useSenderName(message: Message | null): string {
  const { sendID = "", groupID = "" } = message ?? {};
  const friend = useSelector(useContacts(), (contacts) =>
    friendsByID(contacts?.context.friends ?? NOBODY).get(sendID),
  );
  const member = useSelector(useRoster(), (roster) => roster?.context.people[rosterKey(groupID, sendID)]);
  return message ? shownAs(message, friend, member).name : "";
}

/** `member` is undefined while it is not known whether the server knows them. */
function shownAs(
  { sendID, senderNickname, senderFaceUrl = "" }: Claim,
  friend: Friend | undefined,
  member: KnownPerson | null | undefined,
): Shown {
  const known = member ?? (friend && { name: friend.nickname, faceURL: friend.faceURL });
  if (known) return { name: friend?.remark || known.name || sendID, faceURL: known.faceURL };
  if (member === undefined) return { name: "", faceURL: "" };
  return { name: senderNickname || sendID, faceURL: senderFaceUrl };
}

const NOBODY: readonly Friend[] = [];

const byID = new WeakMap<readonly Friend[], ReadonlyMap<string, Friend>>();

function friendsByID(friends: readonly Friend[]): ReadonlyMap<string, Friend> {
  const known = byID.get(friends) ?? new Map(friends.map((friend) => [friend.userID, friend]));
  byID.set(friends, known);
  return known;
}
