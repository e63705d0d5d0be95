import { ApiError } from "../../http.ts";
import { tooFrequent } from "../../rates.ts";
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
  handleResult: number;
  reqMsg: string;
  createTime: number;
  handlerUserID: string;
  handleMsg: string;
  handleTime: number;
  ex: string;
}

type Row = Omit<FriendRequest, "fromNickname" | "fromFaceURL" | "toNickname" | "toFaceURL">;

export type Application = Pick<FriendRequest, "fromUserID" | "toUserID" | "reqMsg" | "ex" | "createTime">;
export type Outcome = Pick<FriendRequest, "handleResult" | "handlerUserID" | "handleMsg" | "handleTime">;

/** Open requests from one user, and to one user. */
const maxOpenFrom = 200;
const maxOpenTo = 500;

export type FriendRequests = ReturnType<typeof createFriendRequests>;

export function createFriendRequests(db: Database, users: Users) {
  const select = db.prepare<Row>(
    `SELECT fromUserID, toUserID, handleResult, reqMsg, createTime, handlerUserID, handleMsg, handleTime, ex
     FROM friend_requests WHERE (fromUserID = ? OR ? IS NULL) AND (toUserID = ? OR ? IS NULL)
     ORDER BY createTime DESC`,
  );
  /** Excludes the request between the two: a repeated request does not add one. */
  const countOpen = db.prepare<{ mine: number; theirs: number }>(
    `SELECT (SELECT COUNT(*) FROM friend_requests WHERE fromUserID = ? AND toUserID <> ? AND handleResult = 0) AS mine,
       (SELECT COUNT(*) FROM friend_requests WHERE toUserID = ? AND fromUserID <> ? AND handleResult = 0) AS theirs`,
  );
  // handleTime stays: the real server keeps that of the previous answer.
  const upsert = db.prepare(
    `INSERT INTO friend_requests (fromUserID, toUserID, reqMsg, ex, createTime) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET reqMsg = excluded.reqMsg, ex = excluded.ex, createTime = excluded.createTime,
       handleResult = 0, handlerUserID = '', handleMsg = ''`,
  );
  const write = db.prepare(
    `UPDATE friend_requests SET handleResult = ?, handlerUserID = ?, handleMsg = ?, handleTime = ?
     WHERE fromUserID = ? AND toUserID = ?`,
  );

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

    /**
     * Opens a request, or reopens the existing one.
     * @throws ApiError 20005 when either user has too many open requests
     */
    open({ fromUserID, toUserID, reqMsg, ex, createTime }: Application): void {
      const { mine = 0, theirs = 0 } = countOpen.get(fromUserID, toUserID, toUserID, fromUserID) ?? {};
      if (mine >= maxOpenFrom) throw new ApiError(tooFrequent, "too many of your requests are unanswered");
      if (theirs >= maxOpenTo) {
        throw new ApiError(tooFrequent, "this person has too many unanswered requests");
      }
      upsert.run(fromUserID, toUserID, reqMsg, ex, createTime);
    },

    close(fromUserID: string, toUserID: string, outcome: Outcome): void {
      const { handleResult, handlerUserID, handleMsg, handleTime } = outcome;
      write.run(handleResult, handlerUserID, handleMsg, handleTime, fromUserID, toUserID);
    },
  };
}
