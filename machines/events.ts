/**
 * The vocabulary the charts share: entities, what the outside reports, and what views may send.
 * Types only. Field names follow the OpenIM SDK where an entity has a counterpart there.
 */

export type Language = "zh" | "en";

/** Why something failed: a closed set, turned into words in one place (`src/i18n/failures.ts`). */
export type FailureCode =
  | "wrongPassword" // 20001
  | "unknownAccount" // 20002
  | "phoneRegistered" // 20003
  | "accountRegistered" // 20004, 20014
  | "tooFrequent" // 20005
  | "wrongCode" // 20006
  | "codeExpired" // 20007
  | "codeAttemptsExceeded" // 20008
  | "codeUsed" // 20009
  | "invitationUsed" // 20010
  | "invitationUnknown" // 20011
  | "restricted" // 20012
  | "sessionEnded" // 1501-1507: the token is expired, unknown or replaced
  | "blockedByPeer" // 1302
  | "notInGroup" // 1203
  | "groupDismissed" // 1204
  | "muted" // 1402
  | "groupMuted" // 1403
  | "timeout"
  | "network"
  | "unknown";

/* ---------------------------------------------------------------- people and groups */

/** The signed-in person: SDK self info with the chat server's fields laid over it (3-01, 3-02). */
export interface Profile {
  userID: string;
  nickname: string;
  faceURL: string;
  globalRecvMsgOpt: number;
  phoneNumber?: string;
  areaCode?: string;
  email?: string;
  gender?: number;
  /** Milliseconds since the epoch. */
  birth?: number;
}

export interface Friend {
  userID: string;
  nickname: string;
  remark: string;
  faceURL: string;
}

export interface Group {
  groupID: string;
  groupName: string;
  faceURL: string;
  memberCount: number;
  ownerUserID: string;
  /** 0 normal, 1 banned, 2 dismissed, 3 muted. */
  status: number;
  /** 0 allowed, 1 not allowed. */
  lookMemberInfo: number;
}

export interface GroupMember {
  groupID: string;
  userID: string;
  nickname: string;
  faceURL: string;
  /** 100 owner, 60 admin, 20 member. */
  roleLevel: number;
  /** Milliseconds since the epoch until which the member may not speak; 0 for none. */
  muteEndTime: number;
}

/** Somebody as the server names them, in a group by the name they have there. */
export interface KnownPerson {
  userID: string;
  name: string;
  faceURL: string;
}

/* ---------------------------------------------------------------- messages */

/** A person a notice speaks of. */
export interface NoticePerson {
  userID: string;
  nickname: string;
}

/** What a message says, parsed once at the adapter. Unknown or broken payloads end as `unsupported`. */
export type MessageContent =
  | { type: "text"; text: string }
  | { type: "at"; text: string; mentions: readonly { userID: string; name: string }[] }
  | { type: "quote"; text: string; quoted: QuotedMessage | null }
  | { type: "picture" | "video" | "voice" | "card" | "merge" | "face" }
  | { type: "location"; name: string }
  | { type: "file"; fileName: string }
  | { type: "callRecord"; record: CallRecord }
  | { type: "custom"; customType: number | null }
  | { type: "revoked"; revoker: NoticePerson; sender: NoticePerson }
  | { type: "friendAdded" }
  | { type: "groupCreated"; operator: NoticePerson | null }
  | { type: "oaNotification"; text: string }
  | { type: "notification" }
  | { type: "unsupported" };

/** The message a reply points at, as far as it is shown. */
export interface QuotedMessage {
  clientMsgID: string;
  sendID: string;
  senderNickname: string;
  content: MessageContent;
}

export type MessageStatus = "sending" | "sent" | "failed";

export interface Message {
  clientMsgID: string;
  conversationID: string;
  sendID: string;
  recvID: string;
  groupID: string;
  senderNickname: string;
  senderFaceUrl: string;
  /** OpenIM's number (101 text, 106 at-text, ... protocol section 3.3). */
  contentType: number;
  content: MessageContent;
  /** Position in its conversation, from 1; 0 while unknown. */
  seq: number;
  /** Milliseconds since the epoch; the server's clock once sent, the client's before. */
  sendTime: number;
  status: MessageStatus;
  /** Whether the peer has read it (single chats only). */
  isRead: boolean;
  /** The failure of the last attempt to send, while `status` is "failed" in this session. */
  failure?: FailureCode;
}

/* ---------------------------------------------------------------- conversations */

export type ConversationKind = "single" | "group" | "system";

/** One row of the list (3-03). Times are milliseconds since the epoch, 0 when there is none. */
export interface Conversation {
  conversationID: string;
  kind: ConversationKind;
  userID: string;
  groupID: string;
  showName: string;
  faceURL: string;
  isPinned: boolean;
  /** 0 notify, 1 do not receive, 2 receive without notifying. */
  recvMsgOpt: number;
  unreadCount: number;
  /** 0 none, 1 me, 2 all, 3 all and me, 4 announcement. */
  groupAtType: number;
  draftText: string;
  draftTextTime: number;
  latestMsg: Message | null;
  latestMsgSendTime: number;
}

/** One change a person makes to a row of the list. */
export type ConversationChange =
  | { kind: "pin"; conversationID: string; pinned: boolean }
  | { kind: "mute"; conversationID: string; muted: boolean }
  | { kind: "markRead"; conversationID: string }
  | { kind: "remove"; conversationID: string };

/** A page of history: `messages` oldest first, and the cursor it was asked with. */
export interface HistoryPage {
  messages: Message[];
  /** clientMsgID the page was asked from; null for the newest page. */
  cursor: string | null;
  isEnd: boolean;
}

/* ---------------------------------------------------------------- what the outside reports */

/** Link to the IM gateway. Event names only are trusted (protocol fact 24). */
export type ConnectionEvent =
  /** The SDK is being downloaded for the first time. */
  | { type: "im.loading"; percent: number }
  | { type: "im.connecting" }
  | { type: "im.connected" }
  | { type: "im.connectFailed"; code: number }
  | { type: "im.kicked" }
  | { type: "im.tokenExpired" }
  | { type: "im.tokenInvalid" }
  /** The SDK's worker died; signing in again starts a new one. */
  | { type: "im.crashed" }
  | { type: "im.profileChanged"; profile: Partial<Profile> & { userID: string } };

export type SyncEvent =
  | { type: "im.syncStarted"; reinstall: boolean }
  | { type: "im.syncProgress"; percent: number }
  | { type: "im.syncFinished" }
  | { type: "im.syncFailed" };

export type ConversationListEvent =
  | { type: "im.conversations"; conversations: Conversation[] }
  | { type: "im.unreadTotal"; count: number };

export type MessageEvent =
  | { type: "im.messages"; messages: Message[] }
  | { type: "im.revoked"; clientMsgID: string; revoker: NoticePerson; sender: NoticePerson }
  | { type: "im.deleted"; clientMsgID: string }
  | { type: "im.read"; clientMsgIDs: string[] }
  | { type: "im.typing"; conversationID: string; userID: string; typing: boolean };

export type GroupEvent =
  | { type: "im.groupChanged"; group: Group }
  | { type: "im.groupDismissed"; groupID: string }
  /** I left or was removed. */
  | { type: "im.groupLeft"; groupID: string }
  | { type: "im.groupJoined"; groupID: string }
  /** A member came, went, or changed (role, name, mute). */
  | { type: "im.memberChanged"; groupID: string; userID: string };

/** Friends or joined groups changed; the lists are read again. */
export type ContactEvent = { type: "im.friendsChanged" } | { type: "im.groupsChanged" };

export type PageEvent =
  | { type: "page.visible" }
  | { type: "page.hidden" }
  | { type: "page.online" }
  | { type: "page.offline" };

/** Which tab owns the SDK (4-18). */
export type TabEvent = { type: "tab.owned" } | { type: "tab.elsewhere" } | { type: "tab.lost" };

/** Another tab forgot the stored credentials: it signed out. */
export type CredentialEvent = { type: "credentials.gone" };

/* ---------------------------------------------------------------- calls */

export type CallMedia = "voice" | "video";

/** What every signal of a call carries (3-16). `timeout` in seconds. */
export interface Invitation {
  roomID: string;
  inviterUserID: string;
  /** The first one is the peer of a call between two. */
  inviteeUserIDList: readonly string[];
  mediaType: CallMedia;
  sessionType: "single" | "group";
  groupID: string;
  timeout: number;
  /** Fields other clients added; echoed back untouched (3-18). */
  extra: Readonly<Record<string, unknown>>;
}

/** The other side of a call, as the overlay shows it (3-20). */
export interface CallParticipant {
  userInfo: { userID: string; nickname: string; faceURL: string; ex: string };
  groupMemberInfo?: GroupMember;
}

/** What a signal says, by its kind: custom message types 200 to 204 (3-11 to 3-15). */
export type Words =
  | { kind: "invite" }
  /** `deviceID` tells the inviter which of the invitee's devices took the call (R10). */
  | { kind: "accept"; deviceID: string }
  | { kind: "reject"; isBusy: boolean }
  /** `acceptedBy`: the device that took the call; all others stop ringing (R10). */
  | { kind: "cancel"; acceptedBy: string | null }
  | { kind: "hungup" };

/** A signal on its way out. */
export type Signal = Words & { invitation: Invitation };

interface Received {
  /** Who sent it, as the message says. */
  sender: CallParticipant["userInfo"];
  /** Milliseconds since the epoch by the server's clock. */
  sentAt: number;
  invitation: Invitation;
}

/** A signal that came in, parsed and without doubles of the same message. */
export type SignalEvent = Received &
  (
    | { type: "signal.invite" }
    | { type: "signal.accept"; deviceID: string | null }
    | { type: "signal.reject"; isBusy: boolean }
    | { type: "signal.cancel"; acceptedBy: string | null }
    | { type: "signal.hungup" }
  );

/** How a call went, for the row both sides see (2-97). */
export interface CallRecord {
  roomID: string;
  mediaType: CallMedia;
  result: "completed" | "cancelled" | "declined" | "busy" | "noAnswer" | "failed";
  durationSeconds: number;
  /** Sent by the one who was called, as the caller had gone without a word (R21). */
  isByCallee?: true;
}

/** Somebody in a media room, and what they publish. */
export interface RoomMember {
  userID: string;
  microphone: boolean;
  camera: boolean;
  screen: boolean;
}

/** Somewhere sound can come out. */
export interface AudioOutput {
  id: string;
  label: string;
}

export type CameraFacing = "user" | "environment";

/** Why a device could not be switched on. */
export type DeviceFailure = "denied" | "missing" | "failed";

/** What one can send into a room all through a call. */
export type DeviceSource = "microphone" | "camera";

/** What becomes of a device. */
export type DeviceEvent = { source: DeviceSource } & (
  | { type: "device.on" /** Where a camera looks. */; facing?: CameraFacing }
  | { type: "device.off" }
  /** It did not go on, or did not go off. */
  | { type: "device.failed"; cause: DeviceFailure }
  /** It went away during the call. */
  | { type: "device.lost" }
);

/** Switches a device, answered by one `device.on`, `device.off` or `device.failed`. `facing`: of a camera. */
export interface DeviceCommand {
  type: "device.set";
  source: DeviceSource;
  on: boolean;
  facing?: CameraFacing;
}

/** What a media connection reports; `members` never holds oneself. */
export type RoomEvent =
  | { type: "room.connected"; members: RoomMember[] }
  | { type: "room.reconnecting" }
  | { type: "room.reconnected"; members: RoomMember[] }
  /** For good. "duplicate": the same person joined from another device (R10). */
  | { type: "room.closed"; cause: "duplicate" | "lost" }
  | { type: "room.memberJoined"; member: RoomMember }
  /** `isDropped`: the server lost them, so that they may come back; false when they left. */
  | { type: "room.memberLeft"; userID: string; isDropped: boolean }
  | { type: "room.memberChanged"; member: RoomMember }
  /** Nothing comes of somebody who is in the room, though it should; or something again (R21). */
  | { type: "room.memberSilent"; userID: string }
  | { type: "room.memberHeard"; userID: string }
  | DeviceEvent
  /** The browser plays no sound until the person touches the page. */
  | { type: "sound.blocked" | "sound.playing" }
  | { type: "outputs.changed"; outputs: AudioOutput[] };

/** What may be asked of a media connection. */
export type RoomCommand = DeviceCommand | { type: "sound.start" } | { type: "output.set"; outputID: string };

/* ---------------------------------------------------------------- places */

export interface Place {
  /** Pathname, e.g. "/chat". */
  path: string;
  /** Query string without "?", e.g. "conversationID=si_1_2". */
  search: string;
}

/** What the address bar reports: typed in, back, forward; and back from what was open above the page. */
export type AddressEvent = { type: "address.changed"; place: Place } | { type: "address.uncovered" };

/* ---------------------------------------------------------------- notices */

export type NoticeKey =
  | "loginExpired"
  | "loggedInElsewhere"
  | "getUserInfoFailed"
  | "getHistoryFailed"
  | "copyFailed"
  | "copied"
  | "callNoAnswer"
  | "alreadyInCall"
  | "callBusy"
  | "callDeclined"
  | "callFailed"
  | "callLost"
  | "callAnsweredElsewhere";

/** A toast: a sentence of the catalogue, or a failure's text. */
export type Notice =
  | { tone: "info" | "error"; key: NoticeKey }
  | { tone: "error"; failure: FailureCode }
  /** A call that did not start, and why (8-26). */
  | { tone: "error"; key: "rtc.invitationFailed"; failure: FailureCode };
