import { useSelector } from "@xstate/react";
import { useCallback, useMemo, useState } from "react";
import type { Receiver } from "../../../../machines/conversation/forwarded-messages.ts";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { conversationWith } from "../../../../machines/domain/message.ts";
import type { Black, Friend, Group } from "../../../../machines/domain/people.ts";
import { useContacts, useConversations, useSend } from "../../../shell/actors.tsx";
import { isFound } from "../../../text/search.ts";

export interface Candidate extends Receiver {
  kind: "person" | "group";
  name: string;
  faceURL: string;
  section: "recent" | "friends" | "groups";
}

const NO_ROWS: readonly Conversation[] = [];
const NO_FRIENDS: readonly Friend[] = [];
const NO_GROUPS: readonly Group[] = [];
const NO_BLACKS: readonly Black[] = [];
const NOBODY: readonly Receiver[] = [];

/** Returns the text of the search for a chat, and what changes it. The chart of the chat list loads what it needs. */
export function useChatSearch() {
  const [query, setQuery] = useState("");
  const send = useSend(useConversations());
  const search = useCallback(
    (text: string) => {
      setQuery(text);
      send({ type: "user.searchChats", query: text });
    },
    [send],
  );
  return { query, search };
}

/**
 * Chats in the order of the chat list, then other friends and groups. `found` matches the query.
 * @param picked these stay, so that the user can take out a group that was dismissed meanwhile
 */
export function useCandidates(query: string, selfID: string, picked = NOBODY) {
  const conversations = useConversations();
  const rows = useSelector(conversations, (list) => list?.context.rows ?? NO_ROWS);
  const contacts = useContacts();
  const friends = useSelector(contacts, (snapshot) => snapshot?.context.friends ?? NO_FRIENDS);
  const groups = useSelector(contacts, (snapshot) => snapshot?.context.groups ?? NO_GROUPS);
  const blacks = useSelector(contacts, (snapshot) => snapshot?.context.blacks ?? NO_BLACKS);
  const all = useMemo(
    () => candidates({ rows, friends, groups, blacks, selfID, picked }),
    [rows, friends, groups, blacks, selfID, picked],
  );
  const found = useMemo(
    () => (query.trim() === "" ? all : all.filter(({ name, also }) => isFound(query.trim(), name, ...also))),
    [all, query],
  );
  return { all, found };
}

interface Known {
  rows: readonly Conversation[];
  friends: readonly Friend[];
  groups: readonly Group[];
  blacks: readonly Black[];
  selfID: string;
  picked: readonly Receiver[];
}

type Searchable = Candidate & { also: readonly string[] };

function candidates({ rows, friends, groups, blacks, selfID, picked }: Known): readonly Searchable[] {
  // The chat list keeps chats of groups that the user left or that are banned or dismissed. Those take no messages.
  const open = groups.filter(takesMessages);
  const groupIDs = new Set(open.map(({ groupID }) => groupID));
  // A chat with a user whom this user has blocked takes none either (6-14).
  const blocked = new Set(blacks.map(({ userID }) => userID));
  const pickedIDs = new Set(picked.map(({ conversationID }) => conversationID));
  const isShown = ({ conversationID, kind, userID, groupID }: Conversation) =>
    pickedIDs.has(conversationID) || (kind === "group" ? groupIDs.has(groupID) : !blocked.has(userID));
  const all = [
    ...rows.filter(isShown).flatMap(recent),
    ...friends.filter(({ userID }) => !blocked.has(userID)).map((friend) => ofFriend(friend, selfID)),
    ...open.map(ofGroup),
    ...picked.map(ofPicked),
  ];
  // A friend with a chat appears once, and matches by all names.
  const byID = new Map<string, Searchable>();
  for (const one of all) {
    const before = byID.get(one.conversationID);
    byID.set(one.conversationID, before ? { ...before, also: [...before.also, one.name, ...one.also] } : one);
  }
  return [...byID.values()];
}

/** In a muted group only the owner and admins may write. The chart checks that. */
function takesMessages({ status }: Group): boolean {
  return status === 0 || status === 3;
}

function recent({ conversationID, kind, userID, groupID, showName, faceURL }: Conversation): Searchable[] {
  if (kind === "system") return [];
  const isGroup = kind === "group";
  return [
    {
      conversationID,
      contact: isGroup ? { groupID } : { userID },
      kind: isGroup ? "group" : "person",
      name: showName || (isGroup ? groupID : userID),
      faceURL,
      section: "recent",
      also: [],
    },
  ];
}

function ofFriend({ userID, remark, nickname, faceURL }: Friend, selfID: string): Searchable {
  return {
    conversationID: conversationWith(userID, selfID),
    contact: { userID },
    kind: "person",
    name: remark || nickname || userID,
    faceURL,
    section: "friends",
    also: [nickname, userID],
  };
}

/** For a chat that is neither in the list nor among the contacts any more. */
function ofPicked({ conversationID, contact }: Receiver): Searchable {
  const isGroup = "groupID" in contact;
  return {
    conversationID,
    contact,
    kind: isGroup ? "group" : "person",
    name: isGroup ? contact.groupID : contact.userID,
    faceURL: "",
    section: "recent",
    also: [],
  };
}

function ofGroup({ groupID, groupName, faceURL }: Group): Searchable {
  return {
    conversationID: `sg_${groupID}`,
    contact: { groupID },
    kind: "group",
    name: groupName || groupID,
    faceURL,
    section: "groups",
    also: [groupID],
  };
}
