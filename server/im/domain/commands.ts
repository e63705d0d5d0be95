import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode } from "../protocol/constants.ts";
import type { Stored } from "./stored.ts";

/** OpenIM's user command: a record that a client stores for its user and reads on other devices. */
export interface UserCommand {
  /** The client's own number for the kind. */
  type: number;
  /** Seconds since epoch. */
  createTime: number;
  /** The client's name for it; not unique. */
  uuid: string;
  value: string;
  ex: string;
}

interface CommandChanges extends Pick<UserCommand, "type" | "uuid"> {
  value?: string | undefined;
  ex?: string | undefined;
}

const maxCommands = 1000;

export type UserCommands = ReturnType<typeof createUserCommands>;

/** The user commands (openim-real section 5). There are no notifications: clients poll. */
export function createUserCommands({ db, now, stored }: { db: Database; now: () => number; stored: Stored }) {
  const count = db.prepare<{ total: number }>("SELECT COUNT(*) AS total FROM user_commands WHERE userID = ?");
  const insert = db.prepare(
    "INSERT INTO user_commands (userID, type, uuid, value, ex, createTime) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const first = "SELECT MIN(id) FROM user_commands WHERE userID = ? AND type = ? AND uuid = ?";
  const write = db.prepare(
    `UPDATE user_commands SET value = COALESCE(?, value), ex = COALESCE(?, ex) WHERE id = (${first})`,
  );
  const deleteFirst = db.prepare(`DELETE FROM user_commands WHERE id = (${first})`);
  const select = db.prepare<UserCommand>(
    `SELECT type, createTime / 1000 AS createTime, uuid, value, ex FROM user_commands
     WHERE userID = ? AND (type = ? OR ? IS NULL) ORDER BY id`,
  );

  /** @throws ApiError 1004 when nothing changed */
  function requireOne({ changes }: { changes: number }): void {
    if (changes > 0) return;
    throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", "command not found");
  }

  return {
    /**
     * Adds a command, also if one with that type and uuid exists.
     * @throws ApiError 1001 beyond `maxCommands`
     */
    add: db.transaction((userID: string, command: Omit<UserCommand, "createTime">) => {
      if ((count.get(userID)?.total ?? 0) >= maxCommands) {
        throw new ApiError(ErrCode.args, "ArgsError", `a user keeps at most ${maxCommands} commands`);
      }
      stored.requireRoom(userID, command.value, command.ex);
      insert.run(userID, command.type, command.uuid, command.value, command.ex, now());
    }),

    /** Changes the first with that type and uuid. Absent fields are unchanged. */
    update: db.transaction((userID: string, { type, uuid, value, ex }: CommandChanges) => {
      stored.requireRoom(userID, value, ex);
      requireOne(write.run(value ?? null, ex ?? null, userID, type, uuid));
    }),

    remove: (userID: string, { type, uuid }: { type: number; uuid: string }) =>
      requireOne(deleteFirst.run(userID, type, uuid)),

    list: (userID: string, type: number | null): UserCommand[] => select.all(userID, type, type),
  };
}
