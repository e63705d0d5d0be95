import { statfsSync } from "node:fs";
import { ApiError } from "../http.ts";
import { ErrCode } from "../im/protocol/constants.ts";
import type { Database } from "../store/database.ts";
import { maxKeptFree, smallestFileBytes } from "./limits.ts";

/** Free space for files: the user's quota and the disk. */
export type Room = ReturnType<typeof createRoom>;

/**
 * @param folder of the files
 * @param quotaBytes storage of one user
 */
export function createRoom(deps: {
  db: Database;
  now: () => number;
  folder: () => string;
  quotaBytes: number;
}) {
  const { db, now, folder, quotaBytes } = deps;
  const stored = db.prepare<{ bytes: number | null }>(
    "SELECT SUM(MAX(size, ?)) AS bytes FROM object_contents WHERE userID = ?",
  );
  const begun = db.prepare<{ bytes: number | null }>(
    `SELECT SUM(MAX(size, ?)) AS bytes FROM object_uploads
     WHERE userID = ? AND complete = 0 AND expireTime > ?`,
  );

  /** Files stop before the disk is full: the rest is for the store with its messages. */
  function hasRoom(bytes: number): boolean {
    const { bavail, blocks, bsize } = statfsSync(folder());
    return (bavail - blocks / 10) * bsize >= bytes || bavail * bsize >= bytes + maxKeptFree;
  }

  return {
    hasRoom,
    isWithinQuota: (userID: string, bytes: number): boolean => {
      const used =
        (stored.get(smallestFileBytes, userID)?.bytes ?? 0) +
        (begun.get(smallestFileBytes, userID, now())?.bytes ?? 0);
      return used + Math.max(bytes, smallestFileBytes) <= quotaBytes;
    },
    quotaError: () => new ApiError(ErrCode.quotaReached, "StorageQuotaError", "the user's storage is full"),
    fullError: () => new ApiError(ErrCode.storageFull, "StorageFullError", "the server's storage is full"),
  };
}
