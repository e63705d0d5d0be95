/** Tables of the object storage; the bytes lie in files beside the store. Times are ms since epoch. */
export const objectTables = `
-- Content, once, by OpenIM's hash: the md5 of the comma-joined md5s of its parts.
-- mediaType is what the bytes are, '' for what is only ever handed out as a file.
CREATE TABLE IF NOT EXISTS objects (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  mediaType TEXT NOT NULL,
  createTime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What people call it: "<userID>/<name>".
CREATE TABLE IF NOT EXISTS object_names (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  createTime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Uploads under way, and those that are complete (1) until they expire.
CREATE TABLE IF NOT EXISTS object_uploads (
  uploadID TEXT PRIMARY KEY,
  userID TEXT NOT NULL,
  hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  partSize INTEGER NOT NULL,
  complete INTEGER NOT NULL DEFAULT 0,
  touchTime INTEGER NOT NULL,
  expireTime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS object_uploads_by_user ON object_uploads (userID, complete, touchTime);
CREATE INDEX IF NOT EXISTS object_uploads_by_expiry ON object_uploads (expireTime);

-- Parts that are in their file to the last byte.
CREATE TABLE IF NOT EXISTS object_parts (
  uploadID TEXT NOT NULL,
  partNumber INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  PRIMARY KEY (uploadID, partNumber)
) STRICT, WITHOUT ROWID;
`;
