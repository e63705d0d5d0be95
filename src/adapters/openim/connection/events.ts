import * as v from "valibot";
import type { SignalEvent } from "../../../../machines/domain/call.ts";
import type { ApplicationEvent } from "../../../../machines/domain/contact-request.ts";
import type { Conversation, ConversationListEvent } from "../../../../machines/domain/conversation.ts";
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
import type { SdkEvent } from "./channel.ts";

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
  applications: ApplicationEvent[];
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
const MemberRef = v.object({ groupID: id, userID: id });
const MessageRef = v.object({ clientMsgID: id, sendID: v.optional(v.string()) });
const Receipts = v.array(
  v.object({ msgIDList: v.nullish(v.array(v.string()), []), readTime: v.fallback(optionalNumber, 0) }),
);
const InputStatus = v.object({
  conversationID: id,
  userID: optionalString,
  platformIDs: v.nullish(v.array(v.number()), []),
});

const addMessages: Reader = ({ data }, news, memories) => {
  const raws: unknown[] = Array.isArray(data) ? data : [data];
  const signals = raws.filter(isCallSignal);
  addSignals(signals.filter(isOfSingleChat), news, memories);
  const messages = parseMessages(raws.filter((raw) => !signals.includes(raw))).filter(
    ({ sendID, clientMsgID }) => memories.messages.isNew(`${sendID} ${clientMsgID}`),
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

const addConversations: Reader = ({ data }, news) => {
  const changed = parseConversations(data);
  if (changed.length === 0) return;
  const known = news.conversations.find((event) => event.type === "im.conversations");
  if (known) known.conversations = newestByID([...known.conversations, ...changed]);
  else news.conversations.push({ type: "im.conversations", conversations: newestByID(changed) });
};

const addUnreadTotal: Reader = ({ data }, news) => {
  const count = parseOrSkip(v.number(), data, "unread count");
  if (count === null) return;
  const known = news.conversations.find((event) => event.type === "im.unreadTotal");
  if (known) known.count = count;
  else news.conversations.push({ type: "im.unreadTotal", count });
};

const addRevocation: Reader = ({ data }, news, memories) => {
  const revocation = parseRevocation(data);
  if (revocation && memories.revocations.isNew(`${revocation.sender.userID} ${revocation.clientMsgID}`))
    news.messages.push({ type: "im.revoked", ...revocation });
};

const addDeletion: Reader = ({ data }, news) => {
  const message = parseOrSkip(MessageRef, data, "deletion");
  if (message) news.messages.push({ type: "im.deleted", ...message });
};

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

const addTyping: Reader = ({ data }, news) => {
  const status = parseOrSkip(InputStatus, data, "typing signal");
  if (!status) return;
  const { conversationID, userID, platformIDs } = status;
  news.messages.push({ type: "im.typing", conversationID, userID, typing: platformIDs.length > 0 });
};

const addGroup: Reader = ({ data }, news) => {
  const group = parseGroup(data);
  if (group) news.groups.push({ type: "im.groupChanged", group });
};

function addGroupNews(type: "im.groupDismissed" | "im.groupLeft" | "im.groupJoined"): Reader {
  return ({ data }, news) => {
    const group = parseOrSkip(GroupRef, data, "group");
    if (group) news.groups.push({ type, groupID: group.groupID });
  };
}

const addMember: Reader = ({ data }, news) => {
  const member = parseOrSkip(MemberRef, data, "group member");
  if (member) news.groups.push({ type: "im.memberChanged", ...member });
};

const addFriend: Reader = ({ data }, news) => {
  const friend = parseFriend(data);
  if (friend) news.contacts.push({ type: "im.friendChanged", friend });
};

const addBlack: Reader = ({ data }, news) => {
  const person = parseBlack(data);
  if (person) news.contacts.push({ type: "im.blackChanged", person });
};

function addContactLoss(type: "im.friendRemoved" | "im.blackRemoved"): Reader {
  return ({ data }, news) => {
    const person = parseOrSkip(PersonRef, data, "contact");
    if (person) news.contacts.push({ type, userID: person.userID });
  };
}

const addFriendApplication: Reader = ({ data }, news) => {
  const application = parseFriendApplication(data);
  if (application) news.applications.push({ type: "im.applicationChanged", application });
};

const addGroupApplication: Reader = ({ data }, news) => {
  const application = parseGroupApplication(data);
  if (application) news.applications.push({ type: "im.applicationChanged", application });
};

const addPresence: Reader = ({ data }, news) => {
  const presence = parsePresence(data);
  if (presence) news.presence.push({ type: "im.presence", ...presence });
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["OnNewConversation", addConversations],
  ["OnConversationChanged", addConversations],
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

  ["OnFriendApplicationAdded", addFriendApplication],
  ["OnFriendApplicationAccepted", addFriendApplication],
  ["OnFriendApplicationRejected", addFriendApplication],
  ["OnGroupApplicationAdded", addGroupApplication],
  ["OnGroupApplicationAccepted", addGroupApplication],
  ["OnGroupApplicationRejected", addGroupApplication],
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
