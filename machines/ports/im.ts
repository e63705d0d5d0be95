/** The OpenIM SDK, as the charts need it. */

import type { HoleQuery } from "../conversation/gaps.ts";
import type { CallParticipant, CallRecord, Signal, SignalEvent } from "../domain/call.ts";
import type {
  Conversation,
  ConversationChange,
  ConversationListEvent,
  DraftText,
} from "../domain/conversation.ts";
import type { GroupDraft, GroupOrder } from "../domain/group.ts";
import type { Mention } from "../domain/mention.ts";
import type { HistoryPage, Message, MessageEvent, MessageKey, PageQuery } from "../domain/message.ts";
import type { Addresses, Enclosure, Parcel, UploadEvent } from "../domain/outgoing-attachment.ts";
import type {
  Black,
  ContactEvent,
  Friend,
  Group,
  GroupEvent,
  GroupMember,
  GroupStanding,
  KnownPerson,
  Profile,
} from "../domain/people.ts";
import type { GatewayEvent, SyncEvent } from "../domain/platform-events.ts";
import type { Acquaintance } from "../domain/relationship.ts";
import type { ConversationHits } from "../people/search-results.ts";
import type { ApplicationCalls } from "./applications.ts";
import type { PresenceCalls } from "./presence.ts";
import type { Stream } from "./stream.ts";

/** One of the three OpenIM login states (getLoginStatus 1, 2, 3). */
export type LoginStatus = "loggedOut" | "loggingIn" | "loggedIn";

/**
 * A message about to be made, and what waits to be sent across a reload. The client chooses `clientMsgID` (32 hex
 * digits, `PlatformPort.newID`) and the SDK's own is overwritten with it, so that one message keeps one id from the
 * first key press to the last retry and the server can drop a double (protocol section 2.7).
 */
export interface Draftable {
  clientMsgID: string;
  conversationID: string;
  text: string;
  /** clientMsgID of the message replied to. */
  replyTo: string | null;
  /** Whom the text speaks to: each id stands in it behind an "@". */
  mentions?: readonly Mention[];
  /** Set for the record of a call, which has no text (2-97). */
  call?: CallRecord;
  /** Set for what is no text. */
  enclosure?: Enclosure;
  /** It says something about what was picked with it, and comes after that. */
  follows?: true;
  /** Where its bytes lie, once they are uploaded. */
  addresses?: Addresses;
}

/** One line of the call list: a call record with whom and when. */
export interface CallEntry {
  clientMsgID: string;
  conversationID: string;
  peer: { userID: string; nickname: string; faceURL: string };
  isOutgoing: boolean;
  record: CallRecord;
  /** When the record was written, which is when the call ended; ms since the epoch. */
  endedAt: number;
}

/** The OpenIM SDK. Every call waits for the SDK to be ready unless it says otherwise. */
export interface ImPort extends ApplicationCalls, PresenceCalls {
  /** Starts loading the SDK; resolves when it can be used. Repeated calls share one start. */
  start(): Promise<void>;
  /** What the SDK reports; rejects at once while it is not ready (0-11). */
  loginStatus(): Promise<LoginStatus>;
  /** Logs the stored person in; "login repeat" (10102) counts as done (4-04). */
  login(): Promise<void>;
  logout(): Promise<void>;
  /** Ends the SDK's worker; the next `start` makes a new one. */
  stop(): Promise<void>;
  loadProfile(): Promise<Profile>;
  /** Whether messages arrive silently, on every device (6-10); it is reported as any change of the profile. */
  setQuiet(input: { quiet: boolean }): Promise<void>;
  setBackground(input: { hidden: boolean }): Promise<void>;
  /** Drops a possibly dead socket and connects again. */
  reconnect(): Promise<void>;

  loadConversations(input: { offset: number; count: number }): Promise<Conversation[]>;
  loadUnreadTotal(): Promise<number>;
  loadConversation(input: { conversationID: string }): Promise<Conversation>;
  /** The conversation with a friend or of a group, made when there is none. */
  findConversation(input: { userID: string } | { groupID: string }): Promise<Conversation>;
  changeConversation(change: ConversationChange): Promise<void>;
  saveDraft(input: DraftText & { conversationID: string }): Promise<void>;
  sendTyping(input: { conversationID: string; typing: boolean }): Promise<void>;

  /** A page older than `cursor` (null: the newest page). */
  loadOlder(query: PageQuery): Promise<HistoryPage>;
  /** A page newer than `cursor`. */
  loadNewer(query: PageQuery<string>): Promise<HistoryPage>;
  /** A page with the message `cursor` in its middle, `isEnd` of its older end; the newest page where that is gone. */
  loadAround(query: PageQuery<string>): Promise<HistoryPage>;
  /**
   * The messages under missing numbers, from what is stored here or from the server. A number that is not among them
   * belongs to nothing that is shown. Rejects when the server could not be asked.
   */
  fillHoles(query: HoleQuery): Promise<Message[]>;
  markRead(input: { conversationID: string }): Promise<void>;
  /** Marks one message, for which the server counts all older ones as read, too. */
  markMessageRead(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  revokeMessage(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  deleteMessage(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  /**
   * Removes a message that was read; may be repeated. Resolves when it is gone from what is stored here, also while
   * offline. That alone survives a reload, but a new device would be given it again: so the server is asked, too, as
   * often as it takes, to remove it for oneself, and tells one's other devices. The other side burns its own.
   */
  burnMessage(input: MessageKey): Promise<void>;
  /** Writes down here when a message was read: the SDK knows that of one's own alone. */
  keepReadTime(input: MessageKey & { readAt: number }): Promise<void>;

  /**
   * Uploads what is kept under that id, once more from where it broke off; returns what ends it. Nothing is told then.
   * A file the server has already is there at once.
   */
  upload(input: { clientMsgID: string; parcel: Parcel }, send: (event: UploadEvent) => void): () => void;
  /** Uploads the picture of a person or a group; resolves with where it lies. */
  uploadPicture(input: { picture: Blob }): Promise<string>;
  /** Makes a message under the given clientMsgID, not yet sent (status "sending"). */
  createMessage(input: Draftable): Promise<Message>;
  /**
   * Sends a message made by `createMessage`, or one the local store knows as failed; resolves with it as sent.
   * A message that turns out to be sent already resolves too.
   */
  sendMessage(input: { conversationID: string; clientMsgID: string }): Promise<Message>;

  loadFriends(): Promise<Friend[]>;
  loadGroups(): Promise<Group[]>;
  /** Everybody on the black list. */
  loadBlacks(): Promise<Black[]>;
  loadGroup(input: { groupID: string }): Promise<Group | null>;
  /** My own membership; null when I am not in the group. */
  loadMembership(input: { groupID: string }): Promise<GroupMember | null>;
  /** My own memberships in those of the groups that I am in; what cannot be read is left out. */
  loadMemberships(input: { groupIDs: readonly string[] }): Promise<GroupMember[]>;
  /** A group and my own membership, each null when there is none; groups one is not in can be looked at, too. */
  lookUpGroup(input: { groupID: string }): Promise<GroupStanding>;
  /** A page of the members: the owner, admins, then everybody else as they joined. */
  loadMembers(input: { groupID: string; offset: number; count: number }): Promise<GroupMember[]>;
  /** Single members; who is in the group no more is left out. */
  loadMembersByID(input: { groupID: string; userIDs: readonly string[] }): Promise<GroupMember[]>;
  /** Changes a group, its members, or one's own place in it. */
  changeGroup(input: { groupID: string; change: GroupOrder }): Promise<void>;
  createGroup(input: GroupDraft): Promise<{ groupID: string }>;

  /** Members of a group, and people who are none by the name they have elsewhere; who is unknown is left out. */
  loadPeople(input: { groupID: string; userIDs: readonly string[] }): Promise<KnownPerson[]>;

  /** Anybody, and what they are to oneself; null when the server knows nobody of that id. */
  loadPerson(input: { userID: string }): Promise<Acquaintance | null>;
  /** Asks somebody to become a friend; who has oneself as a friend still need not be asked and becomes one at once. */
  addFriend(input: { userID: string; greeting: string }): Promise<void>;
  /** The name one calls a friend by; empty for none. */
  setRemark(input: { userID: string; remark: string }): Promise<void>;
  /** Puts somebody on the black list: they cannot write or call any more. */
  block(input: { userID: string }): Promise<void>;
  unblock(input: { userID: string }): Promise<void>;
  /** Takes somebody off one's own friends; they keep oneself among theirs. */
  unfriend(input: { userID: string }): Promise<void>;
  /** Asks to be let into a group, or joins it where anybody may. */
  joinGroup(input: { groupID: string; greeting: string; isScan: boolean }): Promise<void>;

  /** Sends a call signal, online only: nobody keeps it, nobody offline gets it (0-13, 7-34). */
  sendSignal(input: { to: string; signal: Signal }): Promise<void>;
  /** Name and picture of somebody, friend or not (7-27). */
  loadUser(input: { userID: string }): Promise<CallParticipant["userInfo"]>;
  /** Call records of all chats, newest first, as far as they are stored here (2-97). */
  loadCalls(): Promise<CallEntry[]>;
  /** Brings what the recent chats had into the store here; whether anything came, where there may be calls. */
  fetchCalls(): Promise<boolean>;

  /** Messages stored here that say `keyword`, whatever its case, by conversation; what is newest comes first. */
  searchMessages(input: { keyword: string }): Promise<ConversationHits[]>;

  signalEvents: Stream<SignalEvent>;
  connectionEvents: Stream<GatewayEvent>;
  /** Who starts listening while a synchronisation runs is told of its beginning. */
  syncEvents: Stream<SyncEvent>;
  conversationEvents: Stream<ConversationListEvent>;
  messageEvents: Stream<MessageEvent>;
  groupEvents: Stream<GroupEvent>;
  contactEvents: Stream<ContactEvent>;
}
