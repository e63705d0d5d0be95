/** Objects captured from SDK 3.8.5 (protocol section 11). */

/** Section 11.1: the data of the receiver's OnRecvNewMessages. */
export const receivedText = {
  clientMsgID: "c9a48d727fe807e5e959593bd7029d29",
  serverMsgID: "49fc0a1b2c3d4e5f60718293a4b5c6d7",
  createTime: 1795255574544,
  sendTime: 1795255574652,
  sessionType: 1,
  sendID: "xa",
  recvID: "xb",
  msgFrom: 100,
  contentType: 101,
  senderPlatformID: 5,
  senderNickname: "XA",
  seq: 1,
  isRead: false,
  status: 2,
  attachedInfo: "null",
  textElem: { content: "hello" },
  attachedInfoElem: {
    groupHasReadInfo: { hasReadCount: 0, groupMemberCount: 0 },
    isPrivateChat: false,
    burnDuration: 0,
    hasReadTime: 0,
    isEncryption: false,
    inEncryptStatus: false,
  },
};

/** Section 11.1: the receiver's conversation that this message creates. */
export const newConversation = {
  conversationID: "si_xa_xb",
  conversationType: 1,
  userID: "xa",
  groupID: "",
  showName: "XA",
  faceURL: "",
  recvMsgOpt: 0,
  unreadCount: 1,
  groupAtType: 0,
  latestMsg: JSON.stringify(receivedText),
  latestMsgSendTime: 1795255574652,
  draftText: "",
  draftTextTime: 0,
  isPinned: false,
  isPrivateChat: false,
  burnDuration: 0,
  isNotInGroup: false,
  updateUnreadCountTime: 0,
  attachedInfo: "",
  ex: "",
  maxSeq: 0,
  minSeq: 0,
  msgDestructTime: 0,
  isMsgDestruct: false,
};

/** Section 11.7. */
export const readReceipt = {
  groupID: "",
  userID: "b1",
  msgIDList: ["e877f97d6b483c8d5e90bbad710df545"],
  readTime: 1795252955750,
  msgFrom: 0,
  contentType: 0,
  sessionType: 1,
};

export const inputStatus = { conversationID: "si_a1_b1", userID: "a1", platformIDs: [5] };

export const revocation = {
  revokerID: "a1",
  revokerRole: 0,
  clientMsgID: "e4ff",
  revokerNickname: "A1",
  revokeTime: 1795252962500,
  sourceMessageSendTime: 1795252961976,
  sourceMessageSendID: "a1",
  sourceMessageSenderNickname: "A1",
  sessionType: 1,
  seq: 4,
  ex: "",
};

export const memberInfo = {
  groupID: "3788230500",
  userID: "gb",
  nickname: "GB",
  faceURL: "",
  roleLevel: 20,
  joinTime: 1795253410000,
  joinSource: 2,
  inviterUserID: "ga",
  muteEndTime: 1795253414414,
  operatorUserID: "ga",
  ex: "",
  attachedInfo: "",
};

export const selfInfo = {
  userID: "xa",
  nickname: "XA",
  faceURL: "",
  createTime: 1795255570716,
  ex: "",
  attachedInfo: "",
  globalRecvMsgOpt: 0,
};

/** Section 11.4: a friend in the SDK's flat format. */
export const friend = {
  ownerUserID: "xa",
  userID: "xb",
  remark: "",
  createTime: 1795255576802,
  addSource: 2,
  operatorUserID: "xa",
  nickname: "XB",
  faceURL: "",
  ex: "",
  attachedInfo: "",
  isPinned: false,
};

/** Section 11.5. */
export const group = {
  groupID: "1035547533",
  groupName: "Q",
  notification: "",
  introduction: "",
  faceURL: "",
  ownerUserID: "xa",
  createTime: 1795255578521,
  memberCount: 2,
  status: 0,
  creatorUserID: "xa",
  groupType: 2,
  needVerification: 0,
  lookMemberInfo: 1,
  ex: "",
};

/** Section 11.5: the chat message about a group's creation. */
export const groupCreated = {
  ...receivedText,
  clientMsgID: "0a1b",
  sessionType: 3,
  recvID: group.groupID,
  groupID: group.groupID,
  msgFrom: 200,
  senderPlatformID: 0,
  contentType: 1501,
  textElem: undefined,
  notificationElem: {
    detail: JSON.stringify({
      group,
      opUser: { groupID: group.groupID, userID: "xa", roleLevel: 100, nickname: "XA" },
      memberList: [],
      operationTime: 1795255578521,
    }),
  },
};

/** A message of another type with `elements` instead of the text. */
export function messageOf(contentType: number, elements: Record<string, unknown>): Record<string, unknown> {
  return { ...receivedText, contentType, textElem: undefined, ...elements };
}

/** A custom message as call signals use it (section 3.3). */
export function customMessage(clientMsgID: string, data: unknown): Record<string, unknown> {
  return {
    ...messageOf(110, { customElem: { data, description: "", extension: "" } }),
    clientMsgID,
  };
}
