/** ReqIdentifier of the gateway (protocol section 1.5). */
export const Req = {
  getMaxSeq: 1001,
  pullBySeqRange: 1002,
  sendMessage: 1003,
  pullBySeqList: 1005,
  getHasReadAndMaxSeq: 1006,
  getLastMessage: 1007,
  push: 2001,
  kick: 2002,
  logout: 2003,
  setBackground: 2004,
  onlineStatus: 2005,
} as const;

export const SessionType = { single: 1, group: 3, notification: 4 } as const;
export const MsgFrom = { user: 100, system: 200 } as const;
/** Message status on the wire. A user's message keeps the status its client sent; a tip has 0. */
export const MsgStatus = { tip: 0, sending: 1, deleted: 4 } as const;

/** Content types the server itself reads (section 3.3). */
export const ContentType = { text: 101, atText: 106, custom: 110, typing: 113, revoked: 2101 } as const;
/** Content types from here on are notifications, which only the server may create. */
export const firstNotificationType = 1000;
export const atAllTag = "AtAllTag";

/** contentType of notifications (section 4.7). */
export const Notification = {
  conversationChanged: 1300,
  userInfoUpdated: 1303,
  friendRequestAccepted: 1201,
  friendRequestRefused: 1202,
  friendRequested: 1203,
  friendDeleted: 1205,
  friendRemarkSet: 1206,
  blackAdded: 1207,
  blackDeleted: 1208,
  friendInfoUpdated: 1209,
  friendsUpdated: 1210,
  groupCreated: 1501,
  groupInfoSet: 1502,
  groupJoinRequested: 1503,
  groupMemberQuit: 1504,
  groupJoinAccepted: 1505,
  groupJoinRefused: 1506,
  groupOwnerTransferred: 1507,
  groupMembersKicked: 1508,
  groupMembersInvited: 1509,
  groupMemberEntered: 1510,
  groupDismissed: 1511,
  groupMemberMuted: 1512,
  groupMemberUnmuted: 1513,
  groupMuted: 1514,
  groupUnmuted: 1515,
  groupMemberInfoSet: 1516,
  groupMemberMadeAdmin: 1517,
  groupMemberMadeOrdinary: 1518,
  groupAnnouncementSet: 1519,
  groupNameSet: 1520,
  privateChatSet: 1701,
  conversationCleared: 1703,
  revoked: 2101,
  messagesDeleted: 2102,
  hasRead: 2200,
} as const;

/** OpenIM's id of the acting user when the backend or its operator acts. No account has it. */
export const adminUserID = "imAdmin";
export const adminNickname = "superAdmin";
export const adminPlatform = 10;
export const adminLevel = 2;

/** recvMsgOpt and globalRecvMsgOpt: messages arrive, are refused, or arrive without a notification. */
export const ReceiveOption = { receive: 0, none: 1, silent: 2 } as const;

export const GroupAtType = { none: 0, me: 1, all: 2, allAndMe: 3, announcement: 4 } as const;
export const GroupStatus = { ok: 0, banned: 1, dismissed: 2, muted: 3 } as const;
export const GroupRole = { owner: 100, admin: 60, member: 20 } as const;
export const workingGroup = 2;
/**
 * needVerification: the users who need a manager's approval to join. `strangers`: users who ask to join; `all`: also
 * users whom ordinary members invite; `none`: no user.
 */
export const Verification = { strangers: 0, all: 1, none: 2 } as const;
export const HandleResult = { open: 0, accepted: 1, refused: -1 } as const;
export const joinedByInvitation = 2;

/** OpenIM error codes (section 1.8). */
export const ErrCode = {
  args: 1001,
  noPermission: 1002,
  recordNotFound: 1004,
  userNotFound: 1101,
  registered: 1102,
  groupNotFound: 1201,
  groupExists: 1202,
  groupDismissed: 1204,
  groupRequestHandled: 1206,
  cannotAddYourself: 1301,
  blockedByPeer: 1302,
  alreadyFriends: 1304,
  friendRequestHandled: 1305,
  memberMuted: 1402,
  groupMuted: 1403,
  alreadyRevoked: 1404,
  tokenExpired: 1501,
  tokenInvalid: 1502,
  tokenMalformed: 1503,
  tokenKicked: 1506,
  tokenNotExist: 1507,
  uploadExpired: 1701,
  /** Parley's own code, beside OpenIM's 1701: the user's quota is reached, or the disk is almost full. */
  quotaReached: 1702,
  storageFull: 1703,
  /** The chat server's code, which OpenIM passes on. */
  friendRefused: 20013,
} as const;
