/** Builders of users, groups, conversations and messages, with defaults. */

import type { CallParticipant } from "../../machines/domain/call.ts";
import type {
  ApplicationLists,
  FriendApplication,
  GroupApplication,
  Viewed,
} from "../../machines/domain/contact-request.ts";
import type { Conversation, ConversationChange } from "../../machines/domain/conversation.ts";
import type { HistoryPage, Message } from "../../machines/domain/message.ts";
import { attachmentContent, type OwnPicture } from "../../machines/domain/outgoing-attachment.ts";
import type { Black, Friend, Group, GroupMember, Profile } from "../../machines/domain/people.ts";
import type { KeptRecording } from "../../machines/domain/recording.ts";
import type { BaseInfo } from "../../machines/domain/relationship.ts";
import type { CachedPages } from "../../machines/inbox/cached-pages.ts";
import type { KeptDraft } from "../../machines/outbox/outgoing-drafts.ts";
import type { OwnDetails } from "../../machines/people/own-profile.ts";
import type { DemoPerson } from "../../machines/ports/account.ts";
import type { CallEntry, OutgoingDraft } from "../../machines/ports/im.ts";

/** Origins that count as own storage in tests; every other origin is a foreign server. */
export const STORAGE = {
  built: new Set(["http://localhost:3000", "https://im.example"]),
  chosen: new Set<string>(),
};

export const ME = "1000000001";
/** The peer of `singleChatID(ANNA)`. */
export const ANNA = "1000000002";
export const BEN = "1000000003";
export const TEAM = "2000000001";

/** Initial time of tests in milliseconds since the epoch: a Wednesday, 12:00 UTC. */
export const NOON = Date.UTC(2025, 0, 15, 12);

/** Returns the SDK's id of a single chat: both user ids in string order (protocol section 2.5). */
export function singleChatID(userID: string, selfID: string = ME): string {
  return `si_${[userID, selfID].sort().join("_")}`;
}

export function groupChatID(groupID: string): string {
  return `sg_${groupID}`;
}

export function aProfile(changes: Partial<Profile> = {}): Profile {
  return { userID: ME, nickname: "Mia", faceURL: "", globalRecvMsgOpt: 0, ...changes };
}

export function aFriend(changes: Partial<Friend> = {}): Friend {
  return { userID: ANNA, nickname: "Anna", remark: "", faceURL: "", ...changes };
}

export function aBlack(changes: Partial<Black> = {}): Black {
  return { userID: BEN, nickname: "Ben", faceURL: "", ...changes };
}

export function aGroup(changes: Partial<Group> = {}): Group {
  return {
    groupID: TEAM,
    groupName: "Team",
    faceURL: "",
    memberCount: 3,
    ownerUserID: ANNA,
    status: 0,
    lookMemberInfo: 0,
    applyMemberFriend: 0,
    needVerification: 0,
    notification: "",
    createTime: NOON - 86_400_000,
    ...changes,
  };
}

/** A friend request from Ben to me. */
export function aFriendApplication(changes: Partial<FriendApplication> = {}): FriendApplication {
  return {
    kind: "friend",
    fromUserID: BEN,
    fromNickname: "Ben",
    fromFaceURL: "",
    toUserID: ME,
    toNickname: "Mia",
    toFaceURL: "",
    reqMsg: "It is Ben",
    createTime: NOON - 60_000,
    handleResult: 0,
    ...changes,
  };
}

/** A request from Ben to join the team. */
export function aGroupApplication(changes: Partial<GroupApplication> = {}): GroupApplication {
  return {
    kind: "group",
    userID: BEN,
    nickname: "Ben",
    userFaceURL: "",
    groupID: TEAM,
    groupName: "Team",
    groupFaceURL: "",
    reqMsg: "Let me in",
    createTime: NOON - 60_000,
    handleResult: 0,
    ...changes,
  };
}

/** Empty lists by default. */
export function someApplications(changes: Partial<ApplicationLists> = {}): ApplicationLists {
  return { receivedFriends: [], sentFriends: [], receivedGroups: [], sentGroups: [], ...changes };
}

/** My own membership by default. */
export function aMember(changes: Partial<GroupMember> = {}): GroupMember {
  return {
    groupID: TEAM,
    userID: ME,
    nickname: "Mia",
    faceURL: "",
    roleLevel: 20,
    muteEndTime: 0,
    joinTime: NOON - 3_600_000,
    ...changes,
  };
}

/** Anna has recalled a message of her own. */
export function aRecall(clientMsgID: string) {
  const anna = { userID: ANNA, nickname: "Anna" };
  return { type: "im.revoked", clientMsgID, revoker: anna, sender: anna } as const;
}

/** A text message from Anna in our chat. `aMessage({ text: "Hi" })` sets its content. */
export function aMessage({ text, ...changes }: Partial<Message> & { text?: string } = {}): Message {
  const seq = changes.seq ?? 1;
  return {
    clientMsgID: `message-${seq}`,
    conversationID: singleChatID(ANNA),
    sendID: ANNA,
    recvID: ME,
    groupID: "",
    senderNickname: "Anna",
    senderFaceUrl: "",
    contentType: 101,
    content: { type: "text", text: text ?? `Text ${seq}` },
    seq,
    sendTime: NOON - 3_600_000 + seq * 1000,
    status: "sent",
    isRead: false,
    ...changes,
  };
}

/** `count` text messages, oldest first, with seq from `from` upwards and ids "message-<seq>". */
export function someMessages(count: number, from = 1, changes: Partial<Message> = {}): Message[] {
  return Array.from({ length: count }, (_, index) => aMessage({ seq: from + index, ...changes }));
}

/** The chat with Anna, without unread messages. */
/** A picture that the user has picked. */
export const OWN_PICTURE: OwnPicture = {
  type: "picture",
  name: "cat.png",
  mime: "image/png",
  bytes: 70,
  width: 4,
  height: 3,
  preview: "blob:cat",
};

export function aConversation(changes: Partial<Conversation> = {}): Conversation {
  const latestMsg = changes.latestMsg === undefined ? aMessage() : changes.latestMsg;
  return {
    conversationID: singleChatID(ANNA),
    kind: "single",
    userID: ANNA,
    groupID: "",
    showName: "Anna",
    faceURL: "",
    isPinned: false,
    recvMsgOpt: 0,
    unreadCount: 0,
    isPrivateChat: false,
    burnDuration: 0,
    groupAtType: 0,
    draftText: "",
    draftTextTime: 0,
    latestMsg,
    latestMsgSendTime: latestMsg?.sendTime ?? 0,
    ...changes,
  };
}

export function aGroupConversation(changes: Partial<Conversation> = {}): Conversation {
  const conversationID = groupChatID(changes.groupID ?? TEAM);
  return aConversation({
    conversationID,
    kind: "group",
    userID: "",
    groupID: TEAM,
    showName: "Team",
    latestMsg: aMessage({ clientMsgID: "team-1", conversationID, groupID: TEAM, recvID: "" }),
    ...changes,
  });
}

/** `count` single chats, newest first, with ids "si_<n>" and names "Person <n>". */
export function someConversations(count: number, from = 1): Conversation[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const conversationID = `si_${number}`;
    return aConversation({
      conversationID,
      userID: `person-${number}`,
      showName: `Person ${number}`,
      latestMsg: aMessage({
        clientMsgID: `latest-${number}`,
        conversationID,
        sendTime: NOON - number * 60_000,
      }),
    });
  });
}

/**
 * Everything that the servers and the SDK know. The app's changes (a draft, a pin, a sent message) are applied to it.
 */
export interface World {
  me: Profile;
  /** The chat server's part of `me`. */
  details: Partial<Profile>;
  ownDetails: OwnDetails;
  /** Whether credentials are stored when the page opens. */
  signedIn: boolean;
  /** Demo users for sign-in without a password. */
  demoPeople: readonly DemoPerson[];
  friends: Friend[];
  strangers: BaseInfo[];
  /** User ids. */
  online: string[];
  groups: Group[];
  blacks: Black[];
  applications: ApplicationLists;
  viewed: Viewed;
  members: GroupMember[];
  conversations: Conversation[];
  /** Oldest first, in all conversations. */
  messages: Message[];
  /** Unsent messages that an earlier page left. */
  unsent: KeptDraft[];
  /** Voice recordings that are not sent yet, by conversation. */
  recordings: Record<string, KeptRecording>;
  /** Newest first. */
  calls: CallEntry[];
  /** The user's recent searches, newest first. */
  searches: string[];
  /** The server's chats, for a device without a cache. */
  told: Conversation[];
  /** The cached chats of an earlier page. */
  seen: Conversation[];
  /** The cached newest messages of chats. */
  cachedPages: CachedPages;
}

/** Mia, signed in, with her friend Anna, a group, and a few messages in both chats. */
export function aWorld(changes: Partial<World> = {}): World {
  return {
    me: aProfile(),
    details: {},
    ownDetails: { gender: 0, mayBeAdded: true, phone: "+86 13800000001", email: "mia@parley.test" },
    signedIn: true,
    demoPeople: [],
    friends: [aFriend()],
    strangers: [{ userID: BEN, nickname: "Ben", faceURL: "" }],
    online: [],
    groups: [aGroup()],
    blacks: [],
    applications: someApplications(),
    viewed: { friend: [], group: [] },
    members: [aMember()],
    conversations: [aConversation(), aGroupConversation()],
    messages: [
      ...someMessages(3),
      aMessage({ clientMsgID: "team-1", conversationID: groupChatID(TEAM), groupID: TEAM, recvID: "" }),
    ],
    unsent: [],
    recordings: {},
    calls: [],
    searches: [],
    told: [],
    seen: [],
    cachedPages: {},
    ...changes,
  };
}

/** Returns a page of `conversationID` that is older than `cursor`, as the SDK does. */
export function olderPage(
  world: World,
  input: { conversationID: string; cursor: string | null; count: number },
): HistoryPage {
  const all = world.messages.filter(({ conversationID }) => conversationID === input.conversationID);
  const end =
    input.cursor === null ? all.length : all.findIndex(({ clientMsgID }) => clientMsgID === input.cursor);
  const start = Math.max(0, end - input.count);
  return { messages: all.slice(start, Math.max(end, 0)), cursor: input.cursor, isEnd: start === 0 };
}

/** Returns a page with `cursor` in its middle; the newest page if that message is gone. */
export function pageAround(
  world: World,
  input: { conversationID: string; cursor: string; count: number },
): HistoryPage {
  const all = world.messages.filter(({ conversationID }) => conversationID === input.conversationID);
  const middle = all.findIndex(({ clientMsgID }) => clientMsgID === input.cursor);
  if (middle < 0) return olderPage(world, { ...input, cursor: null });
  const start = Math.max(0, middle - input.count / 2);
  return {
    messages: all.slice(start, middle + 1 + input.count / 2),
    cursor: input.cursor,
    isEnd: start === 0,
  };
}

/** Returns a page that is newer than `cursor`. */
export function newerPage(
  world: World,
  input: { conversationID: string; cursor: string; count: number },
): HistoryPage {
  const all = world.messages.filter(({ conversationID }) => conversationID === input.conversationID);
  const start = all.findIndex(({ clientMsgID }) => clientMsgID === input.cursor) + 1;
  const end = start + input.count;
  return { messages: all.slice(start, end), cursor: input.cursor, isEnd: end >= all.length };
}

/** Applies a change to a row; null if that removes the row. */
export function changed(
  row: Conversation,
  change: Exclude<ConversationChange, { kind: "clearAll" }>,
): Conversation | null {
  switch (change.kind) {
    case "pin":
      return { ...row, isPinned: change.pinned };
    case "mute":
      return { ...row, recvMsgOpt: change.muted ? 2 : 0 };
    case "burning":
      return { ...row, isPrivateChat: change.isOn };
    case "burnTime":
      return { ...row, burnDuration: change.seconds };
    case "markRead":
      return { ...row, unreadCount: 0, groupAtType: 0 };
    case "clear":
      return { ...row, unreadCount: 0, latestMsg: null, latestMsgSendTime: 0 };
    case "remove":
      return null;
  }
}

/** Returns the message that `createMessage` makes of a draft. */
export function madeOf(draft: OutgoingDraft, world: World, sendTime: number): Message {
  const row = world.conversations.find(({ conversationID }) => conversationID === draft.conversationID);
  const quoted = world.messages.find(({ clientMsgID }) => clientMsgID === draft.replyTo);
  return aMessage({
    clientMsgID: draft.clientMsgID,
    conversationID: draft.conversationID,
    sendID: world.me.userID,
    recvID: row?.userID ?? "",
    groupID: row?.groupID ?? "",
    senderNickname: world.me.nickname,
    senderFaceUrl: world.me.faceURL,
    contentType: draft.call ? 110 : draft.mentions ? 106 : draft.replyTo === null ? 101 : 114,
    content: draft.call
      ? { type: "callRecord", record: draft.call }
      : draft.mentions
        ? { type: "at", text: draft.text, mentions: draft.mentions }
        : draft.replyTo === null
          ? { type: "text", text: draft.text }
          : {
              type: "quote",
              text: draft.text,
              quoted: quoted
                ? {
                    clientMsgID: quoted.clientMsgID,
                    sendID: quoted.sendID,
                    senderNickname: quoted.senderNickname,
                    content: quoted.content,
                  }
                : null,
            },
    ...(draft.enclosure?.type === "face" || draft.enclosure?.type === "meeting"
      ? attachmentContent(draft.enclosure)
      : {}),
    seq: 0,
    sendTime,
    status: "sending",
  });
}

/** Anna as the peer of a call. */
export function aParticipant(changes: Partial<CallParticipant["userInfo"]> = {}): CallParticipant {
  return { userInfo: { userID: ANNA, nickname: "Anna", faceURL: "", ex: "", ...changes } };
}
