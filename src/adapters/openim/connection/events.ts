import * as v from "valibot";
import type { SignalEvent } from "../../../../machines/domain/call.ts";
import type { ApplicationChange } from "../../../../machines/domain/contact-request.ts";
import type { Conversation, ConversationListEvent } from "../../../../machines/domain/conversation.ts";
import { mayManage } from "../../../../machines/domain/group.ts";
import type { MessageEvent } from "../../../../machines/domain/message.ts";
import type { ContactEvent, GroupEvent } from "../../../../machines/domain/people.ts";
import type { PresenceNews } from "../../../../machines/domain/presence.ts";
import { isCallSignal, isOfSingleChat, parseSignal } from "../calls/call-signals.ts";
import { parseRevocation } from "../parse/content.ts";
import { parseConversations } from "../parse/conversations.ts";
import { parseGroup } from "../parse/groups.ts";
import { parseMessages } from "../parse/messages.ts";
import { id, optionalNumber, optionalString, parseList, parseOrSkip } from "../parse/parsing.ts";
import { parseBlack, parseFriend } from "../parse/people.ts";
import { parseFriendApplication, parseGroupApplication } from "../sync/contact-requests.ts";
import { parsePresence } from "../sync/presence.ts";
import { CHATS_CLEARED, type SdkEvent } from "./channel.ts";

/**
 * Translates SDK events into chart events. Event names are those that SDK 3.8.5 emits (protocol section 9.2); its
 * `CbEvents` misspells some of them and lacks others. A burst becomes as few chart events as possible without loss.
 */

/** Chart events from one burst of SDK events, without the connection events, by stream. */
export interface News {
  conversations: ConversationListEvent[];
  messages: MessageEvent[];
  groups: GroupEvent[];
  contacts: ContactEvent[];
  applications: ApplicationChange[];
  /** Members whose role may have changed. A manager is owner or admin. */
  roles: { groupID: string; userID: string; isManager: boolean }[];
  presence: PresenceNews[];
  signals: SignalEvent[];
}

/** Remembers the newest `limit` ids. */
export interface Memory {
  /** Returns false if the id was seen before. */
  isNew(id: string): boolean;
  clear(): void;
}

export function createMemory(limit: number): Memory {
  const ids = new Set<string>();
  return {
    isNew(candidate) {
      if (ids.has(candidate)) return false;
      ids.add(candidate);
      const [oldest] = ids;
      if (ids.size > limit && oldest !== undefined) ids.delete(oldest);
      return true;
    },
    clear: () => ids.clear(),
  };
}

/**
 * The SDK can report a message in several events, and sends a revocation twice to the user who revoked (9.3, 4). The
 * author counts too: a user can send a message with the id of another user's message.
 */
export interface Memories {
  messages: Memory;
  revocations: Memory;
}

export function translate(burst: readonly SdkEvent[], memories: Memories): News {
  const news: News = {
    conversations: [],
    messages: [],
    groups: [],
    contacts: [],
    applications: [],
    roles: [],
    presence: [],
    signals: [],
  };
  for (const event of burst) readers.get(event.name)?.(event, news, memories);
  news.contacts = inOneGo(news.contacts);
  return news;
}

type Reader = (event: SdkEvent, news: News, memories: Memories) => void;

const PersonRef = v.object({ userID: id });
const GroupRef = v.object({ groupID: id });
const MemberRef = v.object({ groupID: id, userID: id, roleLevel: optionalNumber });
const MessageRef = v.object({ clientMsgID: id, sendID: v.optional(v.string()) });
const Receipts = v.array(
  v.object({ msgIDList: v.nullish(v.array(v.string()), []), readTime: v.fallback(optionalNumber, 0) }),
);
const InputStatus = v.object({
  conversationID: id,
  userID: optionalString,
  platformIDs: v.nullish(v.array(v.number()), []),
});

/** Returns a reader that parses the data of an event and skips what it cannot parse. */
function reading<Parsed>(
  parse: (data: unknown) => Parsed | null,
  add: (news: News, parsed: Parsed) => void,
): Reader {
  return ({ data }, news) => {
    const parsed = parse(data);
    if (parsed !== null) add(news, parsed);
  };
}

const addMessages: Reader = ({ data }, news, memories) => {
  const raws: unknown[] = Array.isArray(data) ? data : [data];
  addSignals(raws.filter(isCallSignal).filter(isOfSingleChat), news, memories);
  const messages = parseMessages(raws).filter(({ sendID, clientMsgID }) =>
    memories.messages.isNew(`${sendID} ${clientMsgID}`),
  );
  if (messages.length === 0) return;
  const last = news.messages.at(-1);
  if (last?.type === "im.messages") last.messages.push(...messages);
  else news.messages.push({ type: "im.messages", messages });
};

function addSignals(raws: readonly unknown[], news: News, memories: Memories): void {
  for (const { clientMsgID, signal } of parseList(raws, parseSignal))
    if (memories.messages.isNew(`${signal.sender.userID} ${clientMsgID}`)) news.signals.push(signal);
}

const addConversations: Reader = ({ name, data }, news) => {
  const changed = parseConversations(data);
  if (changed.length === 0) return;
  let known = news.conversations.find((event) => event.type === "im.conversations");
  if (!known) {
    known = { type: "im.conversations", conversations: [] };
    news.conversations.push(known);
  }
  known.conversations = newestByID([...known.conversations, ...changed]);
  if (name === CHATS_CLEARED)
    known.cleared = [...(known.cleared ?? []), ...changed.map(({ conversationID }) => conversationID)];
};

const addUnreadTotal = reading(
  (data) => parseOrSkip(v.number(), data, "unread count"),
  (news, count) => {
    const known = news.conversations.find((event) => event.type === "im.unreadTotal");
    if (known) known.count = count;
    else news.conversations.push({ type: "im.unreadTotal", count });
  },
);

const addRevocation: Reader = ({ data }, news, memories) => {
  const revocation = parseRevocation(data);
  if (revocation && memories.revocations.isNew(`${revocation.sender.userID} ${revocation.clientMsgID}`))
    news.messages.push({ type: "im.revoked", ...revocation });
};

const addDeletion = reading(
  (data) => parseOrSkip(MessageRef, data, "deletion"),
  (news, message) => news.messages.push({ type: "im.deleted", ...message }),
);

const addReceipts: Reader = ({ data }, news) => {
  const receipts = (parseOrSkip(Receipts, data, "receipt") ?? []).filter(
    ({ msgIDList }) => msgIDList.length > 0,
  );
  for (const readAt of new Set(receipts.map(({ readTime }) => readTime))) {
    const clientMsgIDs = receipts.flatMap(({ readTime, msgIDList }) =>
      readTime === readAt ? msgIDList : [],
    );
    news.messages.push({ type: "im.read", clientMsgIDs, ...(readAt > 0 ? { readAt } : {}) });
  }
};

const addTyping = reading(
  (data) => parseOrSkip(InputStatus, data, "typing signal"),
  (news, { conversationID, userID, platformIDs }) =>
    news.messages.push({ type: "im.typing", conversationID, userID, typing: platformIDs.length > 0 }),
);

const addGroup = reading(parseGroup, (news, group) => news.groups.push({ type: "im.groupChanged", group }));

const addGroupNews = (type: "im.groupDismissed" | "im.groupLeft" | "im.groupJoined") =>
  reading(
    (data) => parseOrSkip(GroupRef, data, "group"),
    (news, { groupID }) => news.groups.push({ type, groupID }),
  );

const addMember: Reader = ({ name, data }, news) => {
  const member = parseOrSkip(MemberRef, data, "group member");
  if (!member) return;
  const { groupID, userID, roleLevel } = member;
  news.groups.push({ type: "im.memberChanged", groupID, userID });
  if (name === "OnGroupMemberInfoChanged" && roleLevel > 0)
    news.roles.push({ groupID, userID, isManager: mayManage({ roleLevel }) });
};

const addFriend = reading(parseFriend, (news, friend) =>
  news.contacts.push({ type: "im.friendChanged", friend }),
);

const addBlack = reading(parseBlack, (news, person) =>
  news.contacts.push({ type: "im.blackChanged", person }),
);

const addContactLoss = (type: "im.friendRemoved" | "im.blackRemoved") =>
  reading(
    (data) => parseOrSkip(PersonRef, data, "contact"),
    (news, { userID }) => news.contacts.push({ type, userID }),
  );

const addApplication = (parse: (data: unknown) => ApplicationChange["application"] | null) =>
  reading(parse, (news, application) =>
    news.applications.push({ type: "im.applicationChanged", application }),
  );

const addPresence = reading(parsePresence, (news, presence) =>
  news.presence.push({ type: "im.presence", ...presence }),
);

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["OnNewConversation", addConversations],
  ["OnConversationChanged", addConversations],
  [CHATS_CLEARED, addConversations],
  ["OnTotalUnreadMessageCountChanged", addUnreadTotal],

  ["OnRecvNewMessage", addMessages],
  ["OnRecvNewMessages", addMessages],
  ["OnRecvOfflineNewMessage", addMessages],
  ["OnRecvOfflineNewMessages", addMessages],
  ["OnRecvOnlineOnlyMessage", addMessages],
  ["OnRecvOnlineOnlyMessages", addMessages],
  ["OnNewRecvMessageRevoked", addRevocation],
  ["OnMsgDeleted", addDeletion],
  ["OnRecvC2CReadReceipt", addReceipts],
  ["OnConversationUserInputStatusChanged", addTyping],

  ["OnGroupInfoChanged", addGroup],
  ["OnGroupDismissed", addGroupNews("im.groupDismissed")],
  ["OnJoinedGroupDeleted", addGroupNews("im.groupLeft")],
  ["OnJoinedGroupAdded", addGroupNews("im.groupJoined")],
  ["OnGroupMemberAdded", addMember],
  ["OnGroupMemberDeleted", addMember],
  ["OnGroupMemberInfoChanged", addMember],

  ["OnFriendAdded", addFriend],
  ["OnFriendInfoChanged", addFriend],
  ["OnFriendDeleted", addContactLoss("im.friendRemoved")],
  ["OnBlackAdded", addBlack],
  ["OnBlackDeleted", addContactLoss("im.blackRemoved")],
  ["OnUserStatusChanged", addPresence],

  ["OnFriendApplicationAdded", addApplication(parseFriendApplication)],
  ["OnFriendApplicationAccepted", addApplication(parseFriendApplication)],
  ["OnFriendApplicationRejected", addApplication(parseFriendApplication)],
  ["OnGroupApplicationAdded", addApplication(parseGroupApplication)],
  ["OnGroupApplicationAccepted", addApplication(parseGroupApplication)],
  ["OnGroupApplicationRejected", addApplication(parseGroupApplication)],
]);

/** Above this count, reloading all contacts is cheaper than merging them singly. */
const MANY_CONTACTS = 100;

/** Keeps the newest event of each contact. Returns one reload event if there are more than `MANY_CONTACTS`. */
function inOneGo(events: readonly ContactEvent[]): ContactEvent[] {
  const newest = [...new Map(events.map((event) => [contactOf(event), event])).values()];
  return newest.length > MANY_CONTACTS ? [{ type: "im.contactsChanged" }] : newest;
}

function contactOf(event: ContactEvent): string {
  switch (event.type) {
    case "im.friendChanged":
      return `friend ${event.friend.userID}`;
    case "im.friendRemoved":
      return `friend ${event.userID}`;
    case "im.blackChanged":
      return `black ${event.person.userID}`;
    case "im.blackRemoved":
      return `black ${event.userID}`;
    case "im.contactsChanged":
      return "all";
  }
}

function newestByID(conversations: readonly Conversation[]): Conversation[] {
  return [...new Map(conversations.map((row) => [row.conversationID, row])).values()];
}
