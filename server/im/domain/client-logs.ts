import { randomInt } from "node:crypto";
import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode } from "../protocol/constants.ts";

export interface ClientLog {
  platform: number;
  url: string;
  fileName: string;
  appFramework: string;
  version: string;
  ex: string;
}

export interface LogInfo {
  userID: string;
  /** The platform's name; "" for an unknown number. */
  platform: string;
  url: string;
  /** ms since epoch. */
  createTime: number;
  nickname: string;
  logID: string;
  filename: string;
  systemType: string;
  version: string;
  ex: string;
}

/** Logs kept per user, newest first. A file that no log refers to is removed. */
const maxLogs = 20;
const platformNames = [
  "",
  "IOS",
  "Android",
  "Windows",
  "OSX",
  "Web",
  "MiniWeb",
  "Linux",
  "APad",
  "IPad",
  "Admin",
];

export type ClientLogs = ReturnType<typeof createClientLogs>;

/** Logs that clients report to the operator (open-im-server, internal/rpc/third/log.go). */
export function createClientLogs({ db, now }: { db: Database; now: () => number }) {
  const insert = db.prepare(
    `INSERT INTO client_logs (logID, userID, platform, createTime, url, fileName, appFramework, version, ex)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const forgetOld = db.prepare(
    `DELETE FROM client_logs WHERE userID = ?1 AND id <= (
       SELECT id FROM client_logs WHERE userID = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
  );
  const matching = "WHERE c.createTime BETWEEN ?1 AND ?2 AND (?3 = '' OR instr(c.userID, ?3))";
  const select = db.prepare<Omit<LogInfo, "platform"> & { platform: number }>(
    `SELECT c.userID, c.platform, c.url, c.createTime, COALESCE(u.nickname, '') AS nickname, c.logID,
       c.fileName AS filename, '' AS systemType, c.version, c.ex
     FROM client_logs c LEFT JOIN users u ON u.userID = c.userID
     ${matching} ORDER BY c.id DESC LIMIT ?4 OFFSET ?5`,
  );
  const count = db.prepare<{ total: number }>(`SELECT COUNT(*) AS total FROM client_logs c ${matching}`);
  const find = db.prepare("SELECT 1 FROM client_logs WHERE logID = ?");
  const remove = db.prepare("DELETE FROM client_logs WHERE logID = ?");

  function unusedID(): string {
    for (;;) {
      const logID = String(randomInt(1_000_000_000, 10_000_000_000));
      if (find.get(logID) === undefined) return logID;
    }
  }

  return {
    add: db.transaction((userID: string, logs: readonly ClientLog[]) => {
      for (const { platform, url, fileName, appFramework, version, ex } of logs) {
        insert.run(unusedID(), userID, platform, now(), url, fileName, appFramework, version, ex);
      }
      forgetOld.run(userID, maxLogs);
    }),

    /** Logs of users whose id contains the keyword, newest first. Times are ms since epoch, both inclusive. */
    search(keyword: string, start: number, end: number, limit: number, offset: number) {
      const logsInfos = select
        .all(start, end, keyword, limit, offset)
        .map((row): LogInfo => ({ ...row, platform: platformNames[row.platform] ?? "" }));
      return { logsInfos, total: count.get(start, end, keyword)?.total ?? 0 };
    },

    /** @throws ApiError 1004 when one is missing; then none is removed */
    remove: db.transaction((logIDs: readonly string[]) => {
      for (const logID of logIDs) {
        if (remove.run(logID).changes > 0) continue;
        throw new ApiError(
          ErrCode.recordNotFound,
          "RecordNotFoundError",
          `logIDs not found, logIDs=${logID}`,
        );
      }
    }),
  };
}
