import type { GapQuery } from "../conversation/gaps.ts";
import type { SeqQuery } from "../conversation/unread-jump.ts";
import type { CallParticipant, CallRecord, GroupCallNotice, Signal, SignalEvent } from "../domain/call.ts";
import type {
  Conversation,
  ConversationChange,
  ConversationListEvent,
  DraftText,
} from "../domain/conversation.ts";
import type { GroupDraft, GroupOrder } from "../domain/group.ts";
import type { Mention } from "../domain/mention.ts";
import type { HistoryPage, Message, MessageEvent, MessageKey, PageQuery } from "../domain/message.ts";
import type {
  Addresses,
  FileAttachment,
  OutgoingAttachment,
  UploadEvent,
} from "../domain/outgoing-attachment.ts";
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
import type { Relationship } from "../domain/relationship.ts";
import type { ConversationHits } from "../people/search-results.ts";
import type { ApplicationCalls } from "./contact-requests.ts";
import type { PresenceCalls } from "./presence.ts";
import type { Stream } from "./stream.ts";

/** The OpenIM login states (getLoginStatus 1, 2, 3). */
export type LoginStatus = "loggedOut" | "loggingIn" | "loggedIn";

/**
 * A message to create. The outbox keeps it across a reload until it is sent. The client chooses `clientMsgID` (32 hex
 * digits, `PlatformPort.newID`), which overwrites the SDK's own. So a message keeps one id from the first key press
 * to the last retry, and the server can drop a duplicate (protocol section 2.7).
 */
export interface OutgoingDraft {
  clientMsgID: string;
  conversationID: string;
  text: string;
  /** clientMsgID of the message replied to. */
  replyTo: string | null;
  /** Mentioned users; the text contains each id behind an "@". */
  mentions?: readonly Mention[];
  /** Has no text (2-97). */
  call?: CallRecord;
  /** Stored under this name with the unsent message. */
  enclosure?: OutgoingAttachment;
  /** The text belongs to the attachment picked with it, and is sent after it. */
  follows?: true;
  /** The same for files that were picked together, and for their caption. */
  albumID?: string;
  /** URLs of the bytes after the upload. */
  addresses?: Addresses;
}

export interface CallEntry {
  clientMsgID: string;
  conversationID: string;
  peer: { userID: string; nickname: string; faceURL: string };
  isOutgoing: boolean;
  record: CallRecord;
  /** When the record was sent, which is the end of the call; milliseconds since the epoch. */
  endedAt: number;
}

/** The OpenIM SDK. Every call waits until the SDK is ready, unless its comment says otherwise. */
export interface ImPort extends ApplicationCalls, PresenceCalls {
  /** Starts loading the SDK; resolves when it is ready. Repeated calls share one start. */
  start(): Promise<void>;
  /** Returns the login status of the SDK; rejects at once while it is not ready (0-11). */
  loginStatus(): Promise<LoginStatus>;
  /** Logs in with the stored credentials; "login repeat" (10102) counts as success (4-04). */
  login(): Promise<void>;
  logout(): Promise<void>;
  /** Removes messages of the outbox from this device; `logout` waits for it. */
  dropUnsent(messages: readonly MessageKey[]): void;
  /** Stops the SDK's worker; the next `start` creates a new one. */
  stop(): Promise<void>;
  loadProfile(): Promise<Profile>;
  /** Sets the global do-not-disturb for all devices (6-10); reported as a profile change. */
  setQuiet(input: { quiet: boolean }): Promise<void>;
  setBackground(input: { hidden: boolean }): Promise<void>;
  reconnect(): Promise<void>;

  loadConversations(input: { offset: number; count: number }): Promise<Conversation[]>;
  loadUnreadTotal(): Promise<number>;
  loadConversation(input: { conversationID: string }): Promise<Conversation>;
  /** Returns the conversation with a friend or of a group; creates it if there is none. */
  findConversation(input: { userID: string } | { groupID: string }): Promise<Conversation>;
  changeConversation(change: ConversationChange): Promise<void>;
  saveDraft(input: DraftText & { conversationID: string }): Promise<void>;
  sendTyping(input: { conversationID: string; typing: boolean }): Promise<void>;

  /** Returns the page before `cursor` (null: the newest page). */
  loadOlder(query: PageQuery): Promise<HistoryPage>;
  loadNewer(query: PageQuery<string>): Promise<HistoryPage>;
  /** Returns a page around the message `cursor`, or the newest page if it is gone. `isEnd`: its older end. */
  loadAround(query: PageQuery<string>): Promise<HistoryPage>;
  /**
   * Returns the messages with the missing seq numbers, from the local store or the server. A seq that is not in the
   * result has no visible message. Rejects if the server cannot be reached.
   */
  fillGaps(query: GapQuery): Promise<Message[]>;
  /**
   * Returns the visible messages from a seq on, oldest first, whatever is stored between them and the newest ones.
   * Rejects if the server cannot be reached.
   */
  loadFrom(query: SeqQuery): Promise<Message[]>;
  markRead(input: { conversationID: string }): Promise<void>;
  /** Marks a message as read; the server then counts all older ones as read too. */
  markMessageRead(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  revokeMessage(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  deleteMessage(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  /**
   * Deletes a disappearing message after it was read; may be repeated. Resolves when the message is deleted from the
   * local store, also while offline. The server is also asked, until it succeeds, because otherwise a new device
   * would get the message again; it then tells the user's other devices. The peer deletes its own copy.
   */
  burnMessage(input: MessageKey): Promise<void>;
  /** Stores locally when a received message was read. The SDK stores that only for own messages. */
  keepReadTime(input: MessageKey & { readAt: number }): Promise<void>;

  /**
   * Uploads the bytes stored under that id and resumes a broken upload. A file that the server already has is done at
   * once. The returned function cancels; after that no event is sent.
   */
  upload(
    input: { clientMsgID: string; attachment: FileAttachment },
    send: (event: UploadEvent) => void,
  ): () => void;
  /** Uploads the avatar of a user or a group; resolves with its URL. */
  uploadPicture(input: { picture: Blob }): Promise<string>;
  /** Creates a message with the given clientMsgID, not yet sent (status "sending"). */
  createMessage(input: OutgoingDraft): Promise<Message>;
  /**
   * Sends a message made by `createMessage`, or one stored locally as failed; resolves with the sent message. Also
   * resolves if the message turns out to be sent already.
   */
  sendMessage(input: { conversationID: string; clientMsgID: string }): Promise<Message>;

  loadFriends(): Promise<Friend[]>;
  loadGroups(): Promise<Group[]>;
  loadBlacks(): Promise<Black[]>;
  loadGroup(input: { groupID: string }): Promise<Group | null>;
  /** Returns the user's own membership; null if the user is not in the group. */
  loadMembership(input: { groupID: string }): Promise<GroupMember | null>;
  /** Returns the user's own memberships in those groups; leaves out what cannot be read. */
  loadMemberships(input: { groupIDs: readonly string[] }): Promise<GroupMember[]>;
  /** Each part is null if there is none. Works for groups the user is not in. */
  lookUpGroup(input: { groupID: string }): Promise<GroupStanding>;
  /** Returns a page of members: the owner, then admins, then the rest by join time. */
  loadMembers(input: { groupID: string; offset: number; count: number }): Promise<GroupMember[]>;
  /** Returns members by id; leaves out users no longer in the group. */
  loadMembersByID(input: { groupID: string; userIDs: readonly string[] }): Promise<GroupMember[]>;
  changeGroup(input: { groupID: string; change: GroupOrder }): Promise<void>;
  createGroup(input: GroupDraft): Promise<{ groupID: string }>;

  /** Returns users by id: members of the group, and others by their general name. Leaves out unknown users. */
  loadPeople(input: { groupID: string; userIDs: readonly string[] }): Promise<KnownPerson[]>;

  /** Returns a user and the relationship to that user; null if the id is unknown. */
  loadPerson(input: { userID: string }): Promise<Relationship | null>;
  /** Sends a friend request. A user who still has this user as a friend becomes a friend at once. */
  addFriend(input: { userID: string; greeting: string }): Promise<void>;
  /** Sets the remark, the private name of a friend; empty for none. */
  setRemark(input: { userID: string; remark: string }): Promise<void>;
  /** Blocks a user: that user can no longer write or call. */
  block(input: { userID: string }): Promise<void>;
  unblock(input: { userID: string }): Promise<void>;
  /** Removes a friend from the user's own list only; the other user's list does not change. */
  unfriend(input: { userID: string }): Promise<void>;
  /** Asks to join a group, or joins it if no approval is needed. */
  joinGroup(input: { groupID: string; greeting: string; isScan: boolean }): Promise<void>;

  /** Sends a call signal, online only: the server does not store it, and offline users never get it (0-13, 7-34). */
  sendSignal(input: { to: string; signal: Signal }): Promise<void>;
  /** Stores the record of a call that rings, for a user who is offline (11-25). */
  sendCallRing(input: { userID: string; record: CallRecord }): Promise<void>;
  /** Sends a stored message to a group: a call is on, or over. */
  sendGroupCallNotice(input: { groupID: string; notice: GroupCallNotice }): Promise<void>;
  /** Returns name and avatar of a user, friend or not (7-27). */
  loadUser(input: { userID: string }): Promise<CallParticipant["userInfo"]>;
  /** Returns the locally stored call records of all chats, newest first (2-97). */
  loadCalls(): Promise<CallEntry[]>;
  /** Fetches messages of the recent chats into the local store. Returns whether any came that may hold calls. */
  fetchCalls(): Promise<boolean>;

  /** Returns locally stored messages that contain `keyword`, ignoring case, by conversation, newest first. */
  searchMessages(input: { keyword: string }): Promise<ConversationHits[]>;
  /** Does the same in one conversation: at most the newest `MOST_HITS`. */
  searchConversation(input: { conversationID: string; keyword: string }): Promise<Message[]>;

  /**
   * Resolves with true when the first sync after the login finishes, and with false if it fails or none is expected.
   * Before it, the local database may lack data that the server has.
   */
  firstSync(): Promise<boolean>;

  signalEvents: Stream<SignalEvent>;
  connectionEvents: Stream<GatewayEvent>;
  /** A listener that starts during a sync is first told that the sync started. */
  syncEvents: Stream<SyncEvent>;
  conversationEvents: Stream<ConversationListEvent>;
  messageEvents: Stream<MessageEvent>;
  groupEvents: Stream<GroupEvent>;
  contactEvents: Stream<ContactEvent>;
}
