import type { Database } from "../store/database.ts";

/** Tables of the object storage. The bytes are in files beside the store. Times are ms since epoch. */
const objectTables = `
-- Content that one person has uploaded. The hash is OpenIM's, the md5 of the comma-joined md5s of its parts; it never
-- leaves the store. contentID is random and stands in addresses; file is what the content is called on the disk.
-- mediaType is what the bytes are, '' for what is only ever handed out as a file; judgedBy is the version of the rules
-- that said so.
CREATE TABLE IF NOT EXISTS object_contents (
  contentID TEXT PRIMARY KEY,
  userID TEXT NOT NULL,
  hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  file TEXT NOT NULL,
  mediaType TEXT NOT NULL,
  judgedBy INTEGER NOT NULL,
  createTime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS object_contents_by_hash ON object_contents (userID, hash, size);
CREATE INDEX IF NOT EXISTS object_contents_by_file ON object_contents (file);

-- Under which names content is found: "<userID>/<token>/<name>". wanted is the name that was asked for.
CREATE TABLE IF NOT EXISTS object_links (
  name TEXT PRIMARY KEY,
  contentID TEXT NOT NULL,
  wanted TEXT NOT NULL,
  token TEXT NOT NULL,
  createTime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS object_links_by_content ON object_links (contentID, wanted);

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

/**
 * Until November 2026 content was stored once for all users by hash, with names as requested. Messages contain those
 * names, so they stay. Each user now owns the content; its file keeps the old name.
 */
const fromSharedContent = `
INSERT INTO object_contents (contentID, userID, hash, size, file, mediaType, judgedBy, createTime)
SELECT lower(hex(randomblob(16))), owner, hash, size, hash, mediaType, 0, createTime FROM (
  SELECT DISTINCT substr(n.name, 1, instr(n.name, '/') - 1) AS owner, o.hash, o.size, o.mediaType, o.createTime
  FROM object_names n JOIN objects o USING (hash)
);
INSERT INTO object_links (name, contentID, wanted, token, createTime)
SELECT n.name, c.contentID, n.name, '', n.createTime FROM object_names n
JOIN object_contents c ON c.hash = n.hash AND c.userID = substr(n.name, 1, instr(n.name, '/') - 1);
DROP TABLE object_names;
DROP TABLE objects;
`;

/** Creates the tables and migrates the data of an older version. */
export function createObjectTables(db: Database): void {
  db.transaction(() => {
    db.exec(objectTables);
    const isOlder = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'object_names'");
    if (isOlder.get() !== undefined) db.exec(fromSharedContent);
  })();
}
