import { shallowEqual, useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { Conversation } from "../../machines/domain/conversation.ts";
import type { Message } from "../../machines/domain/message.ts";
import type { Friend, KnownPerson } from "../../machines/domain/people.ts";
import { whoIs } from "../../machines/people/member-directory.ts";
import { useText } from "../i18n/TextProvider.tsx";
import type { Translate } from "../i18n/text.ts";
import { type ContactsActor, type RosterActor, useContacts, useRoster, useSession } from "./actors.tsx";

/** How somebody is shown. */
export interface Shown {
  /** For sentences: "someone" as long as nothing better is known. */
  name: string;
  /** Where it stands alone: nothing as long as the server is asked. */
  heading: string;
  faceURL: string;
}

/** Who can be named in a chat, and by whom: the same object for as long as the chat is. */
export interface Naming {
  selfID: string;
  /** Empty in a chat of two. */
  groupID: string;
  /** The other one of a chat of two; undefined while it is not known whose chat it is. */
  peer: KnownPerson | undefined;
  contacts: ContactsActor | undefined;
  roster: RosterActor | undefined;
}

/** Where the people in a chat have their names from. Who it is about asks with `useShown`, each for one person. */
export function useNaming(conversation: Conversation | null): Naming {
  const { groupID = "", userID = "", showName: name = "", faceURL = "" } = conversation ?? {};
  const isOpen = conversation !== null;
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const contacts = useContacts();
  const roster = useRoster();
  return useMemo(
    () => ({ selfID, groupID, peer: isOpen ? { userID, name, faceURL } : undefined, contacts, roster }),
    [selfID, groupID, isOpen, userID, name, faceURL, contacts, roster],
  );
}

/**
 * Names somebody in a chat: a friend by remark, a member by the name in the group, anybody else one knows by theirs,
 * and "someone" where nobody can say. What a message itself claims of its sender is never asked: anybody can claim
 * anything.
 */
export function useShown({ selfID, groupID, peer, contacts, roster }: Naming, userID: string): Shown {
  const { t } = useText();
  const friend = useFriend(contacts, userID);
  const member = useMember(groupID === "" ? undefined : roster, groupID, userID);
  if (userID === selfID) return named(t("common.you"));
  if (groupID !== "") return shownAs(t, friend, member);
  return shownAs(t, friend, peer && (userID === peer.userID ? peer : null));
}

/** The name of whoever sent the latest message of a group, for its row in the list. */
export function useSenderName(message: Message | null): string {
  const { t } = useText();
  const { sendID = "", groupID = "" } = message ?? {};
  const friend = useFriend(useContacts(), sendID);
  const member = useMember(useRoster(), groupID, sendID);
  return message ? shownAs(t, friend, member).heading : "";
}

function useFriend(contacts: ContactsActor | undefined, userID: string): Friend | undefined {
  return useSelector(
    contacts,
    (snapshot) => friendsByID(snapshot?.context.friends ?? NOBODY).get(userID),
    shallowEqual,
  );
}

function useMember(roster: RosterActor | undefined, groupID: string, userID: string) {
  return useSelector(
    roster,
    (snapshot) => snapshot && whoIs(snapshot.context, groupID, userID),
    shallowEqual,
  );
}

/** `member` is undefined while it is not known whether the server knows them, and null when nobody can say. */
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
