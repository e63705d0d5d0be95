/** Tables of the chat server. Times are ms since epoch, `birth` too; flags as OpenIM sends them. */
export const accountTables = `
-- Accounts are never deleted, so a userID is never given to a second person.
-- An identity a person does not have is NULL, which UNIQUE lets occur any number of times.
CREATE TABLE IF NOT EXISTS accounts (
  userID TEXT PRIMARY KEY,
  areaCode TEXT,
  phoneNumber TEXT,
  email TEXT UNIQUE,
  account TEXT COLLATE NOCASE UNIQUE,
  passwordHash TEXT NOT NULL,
  nickname TEXT NOT NULL,
  -- The nickname as searching compares it.
  searchName TEXT NOT NULL,
  faceURL TEXT NOT NULL,
  gender INTEGER NOT NULL,
  level INTEGER NOT NULL DEFAULT 1,
  birth INTEGER NOT NULL,
  allowAddFriend INTEGER NOT NULL DEFAULT 1,
  allowBeep INTEGER NOT NULL DEFAULT 1,
  allowVibration INTEGER NOT NULL DEFAULT 1,
  globalRecvMsgOpt INTEGER NOT NULL DEFAULT 0,
  registerType INTEGER NOT NULL,
  createTime INTEGER NOT NULL,
  UNIQUE (areaCode, phoneNumber)
) STRICT, WITHOUT ROWID;

-- The tokens that count. Changing the password takes them away.
CREATE TABLE IF NOT EXISTS chat_tokens (
  tokenID TEXT PRIMARY KEY,
  userID TEXT NOT NULL,
  expiresAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS chat_tokens_by_user ON chat_tokens (userID);

-- target is the phone number with area code or the email address; usedFor as OpenIM numbers it.
CREATE TABLE IF NOT EXISTS verification_codes (
  id INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  usedFor INTEGER NOT NULL,
  code TEXT NOT NULL,
  sentAt INTEGER NOT NULL,
  wrongTries INTEGER NOT NULL DEFAULT 0,
  used INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS verification_codes_by_target ON verification_codes (target, sentAt);

-- usedBy is NULL until somebody registers with the code.
CREATE TABLE IF NOT EXISTS invitation_codes (
  code TEXT PRIMARY KEY,
  usedBy TEXT
) STRICT, WITHOUT ROWID;

-- madeBy is NULL when nobody knows; tokenAt is the time of the last token.
CREATE TABLE IF NOT EXISTS media_rooms (
  room TEXT PRIMARY KEY,
  madeBy TEXT,
  tokenAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS media_rooms_by_maker ON media_rooms (madeBy, tokenAt);
CREATE INDEX IF NOT EXISTS media_rooms_by_time ON media_rooms (tokenAt);

-- Who has a token of a room.
CREATE TABLE IF NOT EXISTS media_room_holders (
  room TEXT NOT NULL,
  userID TEXT NOT NULL,
  PRIMARY KEY (room, userID)
) STRICT, WITHOUT ROWID;
`;
