import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode } from "../protocol/constants.ts";

const maxStored = 1024 * 1024;

export type Stored = ReturnType<typeof createStored>;

/** Texts that clients store for a user: `ex` of conversations, friends and blocked users, remarks, commands. */
export function createStored(db: Database) {
  const select = db.prepare<{ total: number }>(
    `SELECT (SELECT COALESCE(SUM(LENGTH(ex) + LENGTH(attachedInfo)), 0) FROM conversations WHERE ownerUserID = ?1)
       + (SELECT COALESCE(SUM(LENGTH(ex) + LENGTH(remark)), 0) FROM friends WHERE ownerUserID = ?1)
       + (SELECT COALESCE(SUM(LENGTH(ex)), 0) FROM blacks WHERE ownerUserID = ?1)
       + (SELECT COALESCE(SUM(LENGTH(value) + LENGTH(ex)), 0) FROM user_commands WHERE userID = ?1) AS total`,
  );
  return {
    /**
     * Call it in a transaction, before texts are stored.
     * @throws ApiError 1001 when the user would store too much; replaced texts count too
     */
    requireRoom(userID: string, ...texts: readonly (string | undefined)[]): void {
      const added = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
      if (added === 0) return;
      if ((select.get(userID)?.total ?? 0) + added <= maxStored) return;
      throw new ApiError(ErrCode.args, "ArgsError", `a user stores at most ${maxStored} characters`);
    },
  };
}
