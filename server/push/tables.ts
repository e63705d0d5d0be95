/**
 * The push addresses of browsers. A subscription belongs to a login: it is removed with the token, which may also
 * expire at `expiresAt` (ms since epoch). `language`, `previews` and `sound` are settings of the device.
 * `push_servers` has the browsers whose notifications have buttons, with the address of this server for them, and
 * `push_grants` what their pushes allow. Both are removed with the subscription.
 */
export const pushTables = `
CREATE TABLE IF NOT EXISTS push_subscriptions (
  endpoint TEXT PRIMARY KEY,
  userID TEXT NOT NULL,
  platformID INTEGER NOT NULL,
  tokenID TEXT NOT NULL,
  expiresAt INTEGER NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  language TEXT NOT NULL,
  previews INTEGER NOT NULL,
  sound INTEGER NOT NULL,
  createTime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS push_subscriptions_by_user ON push_subscriptions (userID, createTime);

CREATE TABLE IF NOT EXISTS push_servers (
  endpoint TEXT PRIMARY KEY,
  address TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS push_grants (
  hash TEXT PRIMARY KEY,
  endpoint TEXT NOT NULL,
  userID TEXT NOT NULL,
  conversationID TEXT NOT NULL,
  peerID TEXT NOT NULL,
  groupID TEXT NOT NULL,
  seq INTEGER NOT NULL,
  roomID TEXT NOT NULL,
  signal TEXT NOT NULL,
  replied INTEGER NOT NULL DEFAULT 0,
  marked INTEGER NOT NULL DEFAULT 0,
  declined INTEGER NOT NULL DEFAULT 0,
  createTime INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS push_grants_by_endpoint ON push_grants (endpoint, createTime);
CREATE INDEX IF NOT EXISTS push_grants_by_end ON push_grants (expiresAt);

CREATE TRIGGER IF NOT EXISTS push_grants_ended AFTER DELETE ON push_subscriptions BEGIN
  DELETE FROM push_grants WHERE endpoint = OLD.endpoint;
  DELETE FROM push_servers WHERE endpoint = OLD.endpoint;
END;
CREATE TRIGGER IF NOT EXISTS push_grants_replaced AFTER UPDATE OF userID, tokenID ON push_subscriptions
WHEN OLD.userID <> NEW.userID OR OLD.tokenID <> NEW.tokenID BEGIN
  DELETE FROM push_grants WHERE endpoint = OLD.endpoint;
END;
CREATE TRIGGER IF NOT EXISTS push_subscriptions_signed_out AFTER DELETE ON im_tokens BEGIN
  DELETE FROM push_subscriptions
  WHERE userID = OLD.userID AND platformID = OLD.platformID AND tokenID = OLD.tokenID;
END;
CREATE TRIGGER IF NOT EXISTS push_subscriptions_replaced AFTER UPDATE OF tokenID ON im_tokens BEGIN
  DELETE FROM push_subscriptions
  WHERE userID = OLD.userID AND platformID = OLD.platformID AND tokenID <> NEW.tokenID;
END;
`;
