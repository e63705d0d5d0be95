/** Tables of the IM core. Times are ms since epoch, flags 0 or 1. */
export const coreTables = `
CREATE TABLE IF NOT EXISTS settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS users (
  userID TEXT PRIMARY KEY,
  nickname TEXT NOT NULL,
  faceURL TEXT NOT NULL,
  ex TEXT NOT NULL DEFAULT '',
  createTime INTEGER NOT NULL,
  globalRecvMsgOpt INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- What clients keep for their person; (type, uuid) is no key, the real server keeps a second row.
CREATE TABLE IF NOT EXISTS user_commands (
  id INTEGER PRIMARY KEY,
  userID TEXT NOT NULL,
  type INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  value TEXT NOT NULL,
  ex TEXT NOT NULL,
  createTime INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS user_commands_by_user ON user_commands (userID, type, uuid);

-- Logs that clients report to the operator; the files they name lie with the other objects.
CREATE TABLE IF NOT EXISTS client_logs (
  id INTEGER PRIMARY KEY,
  logID TEXT NOT NULL UNIQUE,
  userID TEXT NOT NULL,
  platform INTEGER NOT NULL,
  createTime INTEGER NOT NULL,
  url TEXT NOT NULL,
  fileName TEXT NOT NULL,
  appFramework TEXT NOT NULL,
  version TEXT NOT NULL,
  ex TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS client_logs_by_user ON client_logs (userID, id);

-- The token that counts on each platform. The one before it is answered with 1506, older ones with 1507.
CREATE TABLE IF NOT EXISTS im_tokens (
  userID TEXT NOT NULL,
  platformID INTEGER NOT NULL,
  tokenID TEXT NOT NULL,
  PRIMARY KEY (userID, platformID)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS im_kicked_tokens (
  userID TEXT NOT NULL,
  platformID INTEGER NOT NULL,
  tokenID TEXT NOT NULL,
  PRIMARY KEY (userID, platformID)
) STRICT, WITHOUT ROWID;

-- One row per conversation or notification stream: the last seq given out and the last sendTime.
CREATE TABLE IF NOT EXISTS streams (
  conversationID TEXT PRIMARY KEY,
  maxSeq INTEGER NOT NULL,
  maxSendTime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- data is the encoded sdkws.MsgData as it goes over the wire.
CREATE TABLE IF NOT EXISTS messages (
  conversationID TEXT NOT NULL,
  seq INTEGER NOT NULL,
  clientMsgID TEXT NOT NULL,
  sendID TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (conversationID, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS messages_by_client_id ON messages (conversationID, clientMsgID);

CREATE TABLE IF NOT EXISTS deleted_messages (
  userID TEXT NOT NULL,
  conversationID TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (userID, conversationID, seq)
) STRICT, WITHOUT ROWID;

-- What a person has read and may see of a stream. maxSeq 0: no upper bound; -1: nothing.
CREATE TABLE IF NOT EXISTS user_seqs (
  userID TEXT NOT NULL,
  conversationID TEXT NOT NULL,
  hasReadSeq INTEGER NOT NULL DEFAULT 0,
  minSeq INTEGER NOT NULL DEFAULT 0,
  maxSeq INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (userID, conversationID)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS conversations (
  ownerUserID TEXT NOT NULL,
  conversationID TEXT NOT NULL,
  conversationType INTEGER NOT NULL,
  userID TEXT NOT NULL,
  groupID TEXT NOT NULL,
  recvMsgOpt INTEGER NOT NULL DEFAULT 0,
  isPinned INTEGER NOT NULL DEFAULT 0,
  isPrivateChat INTEGER NOT NULL DEFAULT 0,
  burnDuration INTEGER NOT NULL DEFAULT 0,
  groupAtType INTEGER NOT NULL DEFAULT 0,
  attachedInfo TEXT NOT NULL DEFAULT '',
  ex TEXT NOT NULL DEFAULT '',
  isMsgDestruct INTEGER NOT NULL DEFAULT 0,
  msgDestructTime INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (ownerUserID, conversationID)
) STRICT, WITHOUT ROWID;

-- Whose conversation an id is that two pairs of users could have; only where one of their ids holds "_".
CREATE TABLE IF NOT EXISTS pairs (
  conversationID TEXT PRIMARY KEY,
  smaller TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS friends (
  ownerUserID TEXT NOT NULL,
  friendUserID TEXT NOT NULL,
  remark TEXT NOT NULL DEFAULT '',
  createTime INTEGER NOT NULL,
  addSource INTEGER NOT NULL,
  operatorUserID TEXT NOT NULL,
  ex TEXT NOT NULL DEFAULT '',
  isPinned INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (ownerUserID, friendUserID)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS friends_by_friend ON friends (friendUserID);

CREATE TABLE IF NOT EXISTS friend_requests (
  fromUserID TEXT NOT NULL,
  toUserID TEXT NOT NULL,
  handleResult INTEGER NOT NULL DEFAULT 0,
  reqMsg TEXT NOT NULL,
  createTime INTEGER NOT NULL,
  handlerUserID TEXT NOT NULL DEFAULT '',
  handleMsg TEXT NOT NULL DEFAULT '',
  handleTime INTEGER NOT NULL DEFAULT 0,
  ex TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (fromUserID, toUserID)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS friend_requests_by_recipient ON friend_requests (toUserID, createTime);

CREATE TABLE IF NOT EXISTS blacks (
  ownerUserID TEXT NOT NULL,
  blackUserID TEXT NOT NULL,
  createTime INTEGER NOT NULL,
  addSource INTEGER NOT NULL DEFAULT 0,
  operatorUserID TEXT NOT NULL,
  ex TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (ownerUserID, blackUserID)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS groups (
  groupID TEXT PRIMARY KEY,
  groupName TEXT NOT NULL,
  notification TEXT NOT NULL DEFAULT '',
  introduction TEXT NOT NULL DEFAULT '',
  faceURL TEXT NOT NULL DEFAULT '',
  ownerUserID TEXT NOT NULL,
  createTime INTEGER NOT NULL,
  ex TEXT NOT NULL DEFAULT '',
  status INTEGER NOT NULL DEFAULT 0,
  creatorUserID TEXT NOT NULL,
  groupType INTEGER NOT NULL DEFAULT 2,
  needVerification INTEGER NOT NULL DEFAULT 0,
  lookMemberInfo INTEGER NOT NULL DEFAULT 0,
  applyMemberFriend INTEGER NOT NULL DEFAULT 0,
  notificationUpdateTime INTEGER NOT NULL DEFAULT 0,
  notificationUserID TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS group_members (
  groupID TEXT NOT NULL,
  userID TEXT NOT NULL,
  nickname TEXT NOT NULL DEFAULT '',
  faceURL TEXT NOT NULL DEFAULT '',
  roleLevel INTEGER NOT NULL,
  joinTime INTEGER NOT NULL,
  joinSource INTEGER NOT NULL,
  inviterUserID TEXT NOT NULL DEFAULT '',
  operatorUserID TEXT NOT NULL DEFAULT '',
  muteEndTime INTEGER NOT NULL DEFAULT 0,
  ex TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (groupID, userID)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS group_members_by_user ON group_members (userID);

CREATE TABLE IF NOT EXISTS group_requests (
  groupID TEXT NOT NULL,
  userID TEXT NOT NULL,
  handleResult INTEGER NOT NULL DEFAULT 0,
  reqMsg TEXT NOT NULL,
  handleMsg TEXT NOT NULL DEFAULT '',
  reqTime INTEGER NOT NULL,
  handleUserID TEXT NOT NULL DEFAULT '',
  handleTime INTEGER NOT NULL DEFAULT 0,
  ex TEXT NOT NULL DEFAULT '',
  joinSource INTEGER NOT NULL,
  inviterUserID TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (groupID, userID)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS group_requests_by_user ON group_requests (userID, reqTime);

-- Version logs: the head of each collection and, per element, the last change made to it.
CREATE TABLE IF NOT EXISTS version_heads (
  collection TEXT PRIMARY KEY,
  versionID TEXT NOT NULL,
  version INTEGER NOT NULL,
  sortVersion INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS version_changes (
  collection TEXT NOT NULL,
  elementID TEXT NOT NULL,
  version INTEGER NOT NULL,
  operation TEXT NOT NULL,
  PRIMARY KEY (collection, elementID)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS version_changes_by_version ON version_changes (collection, version);
`;
