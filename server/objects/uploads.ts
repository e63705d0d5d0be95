import { createHash, randomBytes } from "node:crypto";
import { ApiError } from "../http.ts";
import { ErrCode } from "../im/protocol/constants.ts";
import type { Database } from "../store/database.ts";
import type { Folder } from "./folder.ts";
import { idleUploadMs, maxOpenUploads, partCountOf, partSizeOf, uploadLifetimeMs } from "./limits.ts";
import type { Objects } from "./objects.ts";
import type { Room } from "./room.ts";

export interface Upload {
  uploadID: string;
  userID: string;
  hash: string;
  size: number;
  partSize: number;
  complete: 0 | 1;
  expireTime: number;
}

export type Uploads = ReturnType<typeof createUploads>;

/**
 * Uploads from start to end. As on a real OpenIM each has its own id, also for a hash that is being uploaded already.
 * An interrupted client continues by that id for a day, also after a server restart.
 */
export function createUploads(deps: {
  db: Database;
  now: () => number;
  folder: Folder;
  objects: Objects;
  room: Room;
}) {
  const { db, now, folder, objects, room } = deps;
  const insert = db.prepare(
    `INSERT INTO object_uploads (uploadID, userID, hash, size, partSize, touchTime, expireTime)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = db.prepare<Upload>(
    `SELECT uploadID, userID, hash, size, partSize, complete, expireTime FROM object_uploads
     WHERE uploadID = ? AND expireTime > ?`,
  );
  const touch = db.prepare("UPDATE object_uploads SET touchTime = ? WHERE uploadID = ?");
  const finish = db.prepare("UPDATE object_uploads SET complete = 1 WHERE uploadID = ?");
  const longestIdle = db.prepare<{ uploadID: string; touchTime: number; total: number }>(
    `SELECT uploadID, MIN(touchTime) AS touchTime, COUNT(*) AS total FROM object_uploads
     WHERE userID = ? AND complete = 0 HAVING total > 0`,
  );
  const expired = db.prepare<{ uploadID: string }>(
    "SELECT uploadID FROM object_uploads WHERE expireTime <= ?",
  );
  const remove = db.prepare("DELETE FROM object_uploads WHERE uploadID = ?");
  const removeParts = db.prepare("DELETE FROM object_parts WHERE uploadID = ?");
  const removePart = db.prepare("DELETE FROM object_parts WHERE uploadID = ? AND partNumber = ?");
  const addPart = db.prepare(
    `INSERT INTO object_parts (uploadID, partNumber, md5) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET md5 = excluded.md5`,
  );
  const selectParts = db.prepare<{ md5: string }>(
    "SELECT md5 FROM object_parts WHERE uploadID = ? ORDER BY partNumber",
  );

  const selectKept = db.prepare("SELECT 1 FROM object_contents WHERE file = ?");

  const forget = db.transaction((uploadID: string) => {
    remove.run(uploadID);
    removeParts.run(uploadID);
    db.afterCommit(() => {
      folder.drop(uploadID);
      // A killed process may have moved the file without recording it.
      if (selectKept.get(uploadID) === undefined) folder.remove(uploadID);
    });
  });

  function endIdle(userID: string): boolean {
    const idle = longestIdle.get(userID);
    if (idle === undefined || idle.touchTime > now() - idleUploadMs) return false;
    forget(idle.uploadID);
    return true;
  }

  function makeRoom(userID: string, size: number): void {
    if ((longestIdle.get(userID)?.total ?? 0) >= maxOpenUploads && !endIdle(userID)) {
      throw argsError(`nobody uploads more than ${maxOpenUploads} files at once`);
    }
    while (!room.isWithinQuota(userID, size)) {
      if (!endIdle(userID)) throw room.quotaError();
    }
    if (!room.hasRoom(size)) throw room.fullError();
  }

  /** @throws ApiError 1701 when it does not exist (any more), 1002 when it is another user's */
  function requireOwn(uploadID: string, userID: string): Upload {
    const upload = select.get(uploadID, now());
    if (upload === undefined) throw new ApiError(ErrCode.uploadExpired, "FileUploadedExpiredError");
    if (upload.userID !== userID) {
      throw new ApiError(ErrCode.noPermission, "NoPermissionError", "the upload belongs to another user");
    }
    return upload;
  }

  /** Requires that all parts are present, match the client's, and together give the hash. */
  function requireWhole({ uploadID, hash, size, partSize }: Upload, md5s: readonly string[]): void {
    if (md5s.length !== partCountOf(size, partSize)) throw argsError("parts must name every part");
    if (createHash("md5").update(md5s.join(",")).digest("hex") !== hash) throw argsError("md5 mismatching");
    const stored = selectParts.all(uploadID);
    if (stored.length !== md5s.length) throw argsError("The specified key does not exist.");
    if (stored.some(({ md5 }, i) => md5 !== md5s[i])) throw argsError("md5 mismatching");
  }

  return {
    /** @throws ApiError 1001 for too many uploads at once, 1702 beyond the quota, 1703 on a full disk */
    begin: db.transaction((userID: string, hash: string, size: number): Upload => {
      makeRoom(userID, size);
      const uploadID = randomBytes(16).toString("hex");
      const [partSize, expireTime] = [partSizeOf(size), now() + uploadLifetimeMs];
      insert.run(uploadID, userID, hash, size, partSize, now(), expireTime);
      return { uploadID, userID, hash, size, partSize, complete: 0, expireTime };
    }),

    requireOwn,

    findOpen: (uploadID: string): Upload | undefined => {
      const upload = select.get(uploadID, now());
      return upload?.complete === 0 ? upload : undefined;
    },

    partBegins: db.transaction((uploadID: string, partNumber: number) => {
      touch.run(now(), uploadID);
      removePart.run(uploadID, partNumber);
    }),

    partEnds: db.transaction((uploadID: string, partNumber: number, md5: string) => {
      touch.run(now(), uploadID);
      addPart.run(uploadID, partNumber, md5);
    }),

    /**
     * Keeps and names the content and returns the name. A repeated call returns a name that the content has, because
     * an answer may have been lost. It adds none, because names would fill the store. There is no pause between the
     * check of the parts and the move, so that nothing writes to the file later.
     * @throws ApiError 1001 when parts are missing or differ from the client's
     */
    complete: db.transaction(
      (userID: string, uploadID: string, md5s: readonly string[], name: string): string => {
        const upload = requireOwn(uploadID, userID);
        const { hash, size } = upload;
        if (upload.complete === 0) {
          requireWhole(upload, md5s);
          if (objects.findOwn(userID, hash, size) === undefined) {
            folder.keep(uploadID, size);
            objects.add({ userID, hash, size, file: uploadID });
          } else {
            // The same file was uploaded twice at once.
            folder.drop(uploadID);
          }
          finish.run(uploadID);
          removeParts.run(uploadID);
        }
        const content = objects.findOwn(userID, hash, size);
        if (content === undefined) throw new ApiError(ErrCode.uploadExpired, "FileUploadedExpiredError");
        const named = upload.complete === 0 ? objects.name : objects.nameAgain;
        return named(name, content.contentID);
      },
    ),

    sweep: (isStart: boolean) => {
      for (const { uploadID } of expired.all(now())) forget(uploadID);
      if (!isStart) return;
      for (const uploadID of folder.openIDs()) {
        if (select.get(uploadID, now()) === undefined) folder.drop(uploadID);
      }
    },
  };
}

const argsError = (detail: string) => new ApiError(ErrCode.args, "ArgsError", detail);
