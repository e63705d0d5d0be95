/**
 * What the charts ask of the world. Adapters implement these interfaces, `src/wiring/` hands them to the charts,
 * path tests implement them with fakes. Every promise rejects with a `Failure` and nothing else.
 */
import type {
  AddressEvent,
  CallMedia,
  CallParticipant,
  CallRecord,
  ConnectionEvent,
  ContactEvent,
  Conversation,
  ConversationChange,
  ConversationListEvent,
  CredentialEvent,
  Friend,
  Group,
  GroupEvent,
  GroupMember,
  HistoryPage,
  KnownPerson,
  Language,
  Message,
  MessageEvent,
  PageEvent,
  Place,
  Profile,
  RoomCommand,
  RoomEvent,
  Signal,
  SignalEvent,
  SyncEvent,
  TabEvent,
} from "./events.ts";
import type { Secret } from "./secret.ts";

/** Starts listening; the returned function stops it. */
export type Stream<Event> = (send: (event: Event) => void) => () => void;

/** The one identifier in use (5-17). `areaCode` with its plus, e.g. "+86". */
export type Identifier =
  | { kind: "phone"; areaCode: string; phoneNumber: string }
  | { kind: "email"; email: string };

export type Proof = { kind: "password"; password: Secret } | { kind: "code"; code: Secret };

/** Accounts on the OpenIM chat server (protocol section 7). Tokens stay inside the adapter. */
export interface AccountPort {
  /** Signs in and keeps the credentials (3-30). */
  signIn(input: { identifier: Identifier; proof: Proof }): Promise<void>;
  /** Asks for a six-digit code to sign in with. */
  sendCode(input: { identifier: Identifier }): Promise<void>;
  /** The chat server's half of the profile; empty strings are left out (3-02). */
  loadDetails(input: { userID: string }): Promise<Partial<Profile>>;
}

/** Where credentials are kept between visits. */
export interface CredentialsPort {
  /** The stored user id when a complete set of credentials is there, else null (3-31). */
  read(): Promise<{ userID: string } | null>;
  forget(): Promise<void>;
  events: Stream<CredentialEvent>;
}

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
  /** Set for the record of a call, which has no text (2-97). */
  call?: CallRecord;
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
export interface ImPort {
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
  setBackground(input: { hidden: boolean }): Promise<void>;
  /** Drops a possibly dead socket and connects again. */
  reconnect(): Promise<void>;

  loadConversations(input: { offset: number; count: number }): Promise<Conversation[]>;
  loadUnreadTotal(): Promise<number>;
  loadConversation(input: { conversationID: string }): Promise<Conversation>;
  /** The conversation with a friend or of a group, made when there is none. */
  findConversation(input: { userID: string } | { groupID: string }): Promise<Conversation>;
  changeConversation(change: ConversationChange): Promise<void>;
  saveDraft(input: { conversationID: string; text: string }): Promise<void>;
  sendTyping(input: { conversationID: string; typing: boolean }): Promise<void>;

  /** A page older than `cursor` (null: the newest page). */
  loadOlder(input: { conversationID: string; cursor: string | null; count: number }): Promise<HistoryPage>;
  /** A page newer than `cursor`. */
  loadNewer(input: { conversationID: string; cursor: string; count: number }): Promise<HistoryPage>;
  markRead(input: { conversationID: string }): Promise<void>;
  /** Marks one message, for which the server counts all older ones as read, too. */
  markMessageRead(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  revokeMessage(input: { conversationID: string; clientMsgID: string }): Promise<void>;
  deleteMessage(input: { conversationID: string; clientMsgID: string }): Promise<void>;

  /** Makes a text, quote or call record message under the given clientMsgID, not yet sent (status "sending"). */
  createMessage(input: Draftable): Promise<Message>;
  /**
   * Sends a message made by `createMessage`, or one the local store knows as failed; resolves with it as sent.
   * A message that turns out to be sent already resolves too.
   */
  sendMessage(input: { conversationID: string; clientMsgID: string }): Promise<Message>;

  loadFriends(): Promise<Friend[]>;
  loadGroups(): Promise<Group[]>;
  loadGroup(input: { groupID: string }): Promise<Group | null>;
  /** My own membership; null when I am not in the group. */
  loadMembership(input: { groupID: string }): Promise<GroupMember | null>;

  /** Members of a group, and people who are none by the name they have elsewhere; who is unknown is left out. */
  loadPeople(input: { groupID: string; userIDs: readonly string[] }): Promise<KnownPerson[]>;

  /** Sends a call signal, online only: nobody keeps it, nobody offline gets it (0-13, 7-34). */
  sendSignal(input: { to: string; signal: Signal }): Promise<void>;
  /** Name and picture of somebody, friend or not (7-27). */
  loadUser(input: { userID: string }): Promise<CallParticipant["userInfo"]>;
  /** Call records of all chats, newest first, as far as they are stored here (2-97). */
  loadCalls(): Promise<CallEntry[]>;
  /** Brings what the recent chats had into the store here; whether anything came, where there may be calls. */
  fetchCalls(): Promise<boolean>;

  signalEvents: Stream<SignalEvent>;
  connectionEvents: Stream<ConnectionEvent>;
  /** Who starts listening while a synchronisation runs is told of its beginning. */
  syncEvents: Stream<SyncEvent>;
  conversationEvents: Stream<ConversationListEvent>;
  messageEvents: Stream<MessageEvent>;
  groupEvents: Stream<GroupEvent>;
  contactEvents: Stream<ContactEvent>;
}

/** A media connection that was asked for; it is being made, or made, until `leave`. */
export interface MediaRoom {
  command(command: RoomCommand): void;
  /** Leaves at once and stops every track; nothing is reported afterwards. */
  leave(): void;
}

/** LiveKit. Addresses and tokens of rooms stay inside the adapter. */
export interface MediaPort {
  /** Starts loading the media library; repeated calls share one load. */
  prepare(): Promise<void>;
  /** Asks the chat server for a token (7-09); `join` uses it. */
  requestAccess(input: { roomID: string; userID: string }): Promise<void>;
  join(input: { roomID: string }, send: (event: RoomEvent) => void): MediaRoom;
  /**
   * Draws somebody's picture (one's own for one's own id) into `element` whenever there is one, until the returned
   * function is called. Views call this; it says nothing to any chart.
   */
  show(input: { userID: string; source: "camera" | "screen" }, element: HTMLVideoElement): () => void;
}

/** What rings, and how the system names it while the page is hidden. */
export type Ring = { kind: "ringback" } | { kind: "ringtone"; name: string; mediaType: CallMedia };

/** The browser around the app. */
export interface PlatformPort {
  pageEvents: Stream<PageEvent>;
  addressEvents: Stream<AddressEvent>;
  currentPlace(): Place;
  push(place: Place): void;
  replace(place: Place): void;
  back(): void;
  /** Makes the next step back lead to the page itself, and be reported as "address.uncovered". */
  cover(): void;
  /** Takes that step out of the history again. */
  uncover(): void;
  /** Waits for the lock that makes this tab the SDK's owner; `steal` takes it from the tab that has it. */
  tabLock(send: (event: TabEvent) => void): { steal(): void; release(): void };
  /** A short sound, and a system notification when the page is hidden and permission was given (4-65). */
  alert(input: { title: string; body: string; conversationID: string }): void;
  /** Lets sound out later on; called while a tap is being handled (10-13). */
  unlockSound(): void;
  /** Rings, and vibrates for a ringtone, until the returned function is called. `title` and `body`: a system notification, and the title of the page. */
  ring(input: { kind: Ring["kind"]; title: string; body: string }): () => void;
  /** Keeps the screen on until the returned function is called, as far as the browser allows (10-14). */
  keepAwake(): () => void;
  /** Calls back when the page is being left, as far as a browser says so. */
  onClosing(callback: () => void): () => void;
  /** How much is unread, in the title of the page; a call that rings comes before it. */
  setUnread(count: number): void;
  copy(text: string): Promise<void>;
  /** Language of the browser, e.g. "zh-CN". */
  browserLanguage(): string;
  /** 32 random hex digits. */
  newID(): string;
  now(): number;
}

/** Small things kept for the person, apart from credentials. */
export interface StoragePort {
  readLanguage(): string | null;
  writeLanguage(language: Language): void;
  readOutbox(input: { userID: string }): Promise<Draftable[]>;
  writeOutbox(input: { userID: string; items: Draftable[] }): Promise<void>;
}

/** Ids and time for charts, handed in so that their paths stay deterministic. */
export type Clock = Pick<PlatformPort, "newID" | "now">;

export interface Ports {
  account: AccountPort;
  credentials: CredentialsPort;
  im: ImPort;
  media: MediaPort;
  platform: PlatformPort;
  storage: StoragePort;
}
