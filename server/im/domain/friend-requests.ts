import type { Database } from "../../store/database.ts";
import type { Users } from "./users.ts";

/** OpenIM's FriendRequest. Times are ms. */
export interface FriendRequest {
  fromUserID: string;
  fromNickname: string;
  fromFaceURL: string;
  toUserID: string;
  toNickname: string;
  toFaceURL: string;
  /** One of `HandleResult`. */
  handleResult: number;
  reqMsg: string;
  createTime: number;
  handlerUserID: string;
  handleMsg: string;
  handleTime: number;
  ex: string;
}

type Row = Omit<FriendRequest, "fromNickname" | "fromFaceURL" | "toNickname" | "toFaceURL">;

/** Who asks, why, and when. */
export type Application = Pick<FriendRequest, "fromUserID" | "toUserID" | "reqMsg" | "ex" | "createTime">;
/** What became of a request. */
export type Outcome = Pick<FriendRequest, "handleResult" | "handlerUserID" | "handleMsg" | "handleTime">;

export type FriendRequests = ReturnType<typeof createFriendRequests>;

/** Requests to become friends: one row for each direction of a pair. */
export function createFriendRequests(db: Database, users: Users) {
  const select = db.prepare<Row>(
    `SELECT fromUserID, toUserID, handleResult, reqMsg, createTime, handlerUserID, handleMsg, handleTime, ex
     FROM friend_requests WHERE (fromUserID = ? OR ? IS NULL) AND (toUserID = ? OR ? IS NULL)
     ORDER BY createTime DESC`,
  );
  // handleTime stays: the real server keeps that of the answer before.
  const upsert = db.prepare(
    `INSERT INTO friend_requests (fromUserID, toUserID, reqMsg, ex, createTime) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET reqMsg = excluded.reqMsg, ex = excluded.ex, createTime = excluded.createTime,
       handleResult = 0, handlerUserID = '', handleMsg = ''`,
  );
  const write = db.prepare(
    `UPDATE friend_requests SET handleResult = ?, handlerUserID = ?, handleMsg = ?, handleTime = ?
     WHERE fromUserID = ? AND toUserID = ?`,
  );

  /** Requests from and/or to somebody, newest first. */
  function list(filter: { from?: string; to?: string }): FriendRequest[] {
    const { from = null, to = null } = filter;
    const rows = select.all(from, from, to, to);
    const known = users.byID(rows.flatMap((row) => [row.fromUserID, row.toUserID]));
    return rows.map((row) => ({
      ...row,
      fromNickname: known.get(row.fromUserID)?.nickname ?? "",
      fromFaceURL: known.get(row.fromUserID)?.faceURL ?? "",
      toNickname: known.get(row.toUserID)?.nickname ?? "",
      toFaceURL: known.get(row.toUserID)?.faceURL ?? "",
    }));
  }

  const find = (from: string, to: string): FriendRequest | undefined => list({ from, to })[0];

  return {
    list,
    find,

    /** Opens a request, or the one there is once more. */
    open({ fromUserID, toUserID, reqMsg, ex, createTime }: Application): void {
      upsert.run(fromUserID, toUserID, reqMsg, ex, createTime);
    },

    close(fromUserID: string, toUserID: string, outcome: Outcome): void {
      const { handleResult, handlerUserID, handleMsg, handleTime } = outcome;
      write.run(handleResult, handlerUserID, handleMsg, handleTime, fromUserID, toUserID);
    },
  };
}
