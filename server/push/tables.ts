/**
 * The push addresses of browsers. A subscription belongs to a login: it is removed with the token, which may also
 * expire at `expiresAt` (ms since epoch). `language`, `previews` and `sound` are settings of the device.
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

CREATE TRIGGER IF NOT EXISTS push_subscriptions_signed_out AFTER DELETE ON im_tokens BEGIN
  DELETE FROM push_subscriptions
  WHERE userID = OLD.userID AND platformID = OLD.platformID AND tokenID = OLD.tokenID;
END;
CREATE TRIGGER IF NOT EXISTS push_subscriptions_replaced AFTER UPDATE OF tokenID ON im_tokens BEGIN
  DELETE FROM push_subscriptions
  WHERE userID = OLD.userID AND platformID = OLD.platformID AND tokenID <> NEW.tokenID;
END;
`;
