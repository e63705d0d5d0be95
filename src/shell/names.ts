import { shallowEqual, useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { Conversation } from "../../machines/domain/conversation.ts";
import type { Message } from "../../machines/domain/message.ts";
import type { Friend, KnownPerson } from "../../machines/domain/people.ts";
import { whoIs } from "../../machines/people/member-directory.ts";
import { useText } from "../i18n/TextProvider.tsx";
import type { Translate } from "../i18n/text.ts";
import {
  type ContactsActor,
  type MemberDirectoryActor,
  useContacts,
  useMemberDirectory,
  useSession,
} from "./actors.tsx";

export interface Shown {
  /** For use in a sentence: "someone" if the name is not known. */
  name: string;
  /** For use alone: empty while the name is loading. */
  heading: string;
  faceURL: string;
}

/** The sources of the names in a chat. The same object while the chat does not change. */
export interface Naming {
  selfID: string;
  /** Empty in a single chat. */
  groupID: string;
  /** The peer of a single chat; undefined while the conversation is not loaded. */
  peer: KnownPerson | undefined;
  contacts: ContactsActor | undefined;
  memberDirectory: MemberDirectoryActor | undefined;
}

/** Returns the sources of names for a chat. A component calls `useShown` with it for each user. */
export function useNaming(conversation: Conversation | null): Naming {
  const { groupID = "", userID = "", showName: name = "", faceURL = "" } = conversation ?? {};
  const isOpen = conversation !== null;
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const contacts = useContacts();
  const memberDirectory = useMemberDirectory();
  return useMemo(
    () => ({
      selfID,
      groupID,
      peer: isOpen ? { userID, name, faceURL } : undefined,
      contacts,
      memberDirectory,
    }),
    [selfID, groupID, isOpen, userID, name, faceURL, contacts, memberDirectory],
  );
}

/**
 * Returns a user's name in a chat: the remark of a friend, the name of a group member, the peer's name, or
 * "someone" if it is not known. Never uses the sender name inside a message, because the sender can set it to
 * anything.
 */
export function useShown(
  { selfID, groupID, peer, contacts, memberDirectory }: Naming,
  userID: string,
): Shown {
  const { t } = useText();
  const friend = useFriend(contacts, userID);
  const member = useMember(groupID === "" ? undefined : memberDirectory, groupID, userID);
  if (userID === selfID) return named(t("common.you"));
  if (groupID !== "") return shownAs(t, friend, member);
  return shownAs(t, friend, peer && (userID === peer.userID ? peer : null));
}

export function useSenderName(message: Message | null): string {
  const { t } = useText();
  const { sendID = "", groupID = "" } = message ?? {};
  const friend = useFriend(useContacts(), sendID);
  const member = useMember(useMemberDirectory(), groupID, sendID);
  return message ? shownAs(t, friend, member).heading : "";
}

function useFriend(contacts: ContactsActor | undefined, userID: string): Friend | undefined {
  return useSelector(
    contacts,
    (snapshot) => friendsByID(snapshot?.context.friends ?? NOBODY).get(userID),
    shallowEqual,
  );
}

function useMember(memberDirectory: MemberDirectoryActor | undefined, groupID: string, userID: string) {
  return useSelector(
    memberDirectory,
    (snapshot) => snapshot && whoIs(snapshot.context, groupID, userID),
    shallowEqual,
  );
}

/** `member` is undefined while loading, and null if the user is unknown. */
function shownAs(t: Translate, friend: Friend | undefined, member: KnownPerson | null | undefined): Shown {
  const known = member ?? (friend && { name: friend.nickname, faceURL: friend.faceURL });
  const someone = named(t("common.someone"));
  if (known) return named(friend?.remark || known.name || someone.name, known.faceURL);
  return member === undefined ? { ...someone, heading: "" } : someone;
}

function named(name: string, faceURL = ""): Shown {
  return { name, heading: name, faceURL };
}

const NOBODY: readonly Friend[] = [];

const byID = new WeakMap<readonly Friend[], ReadonlyMap<string, Friend>>();

function friendsByID(friends: readonly Friend[]): ReadonlyMap<string, Friend> {
  const known = byID.get(friends) ?? new Map(friends.map((friend) => [friend.userID, friend]));
  byID.set(friends, known);
  return known;
}
