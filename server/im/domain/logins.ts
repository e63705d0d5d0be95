import { randomUUID } from "node:crypto";
import { ApiError } from "../../http.ts";
import { type Database, StoreFullError } from "../../store/database.ts";
import { readToken, signToken, type TokenClaims } from "../../tokens.ts";
import { ErrCode } from "../protocol/constants.ts";
import type { Users } from "./users.ts";

/** OpenIM's default: 90 days. */
export const tokenLifetimeMs = 90 * 24 * 60 * 60 * 1000;

export type Logins = ReturnType<typeof createLogins>;

/**
 * IM tokens. Only the last one issued per user and platform is valid; the previous one gets 1506, older ones 1507
 * (protocol section 1.6).
 */
export function createLogins(deps: {
  db: Database;
  now: () => number;
  secret: string;
  users: Users;
  kick: (userID: string, stillCounts: (claims: TokenClaims) => boolean) => void;
}) {
  const { db } = deps;
  const remember = db.prepare(
    `INSERT INTO im_tokens (userID, platformID, tokenID) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET tokenID = excluded.tokenID`,
  );
  const forget = db.prepare("DELETE FROM im_tokens WHERE userID = ?1 AND (?2 IS NULL OR platformID = ?2)");
  const select = db.prepare<{ tokenID: string }>(
    "SELECT tokenID FROM im_tokens WHERE userID = ? AND platformID = ?",
  );
  const dropKicked = db.prepare(
    "DELETE FROM im_kicked_tokens WHERE userID = ?1 AND (?2 IS NULL OR platformID = ?2)",
  );
  const keepKicked = db.prepare(
    `INSERT INTO im_kicked_tokens (userID, platformID, tokenID)
     SELECT userID, platformID, tokenID FROM im_tokens WHERE userID = ?1 AND (?2 IS NULL OR platformID = ?2)`,
  );
  const selectKicked = db.prepare<{ tokenID: string }>(
    "SELECT tokenID FROM im_kicked_tokens WHERE userID = ? AND platformID = ?",
  );
  /** Tokens issued while the disk was full, valid until the process ends. */
  const unsaved = new Map<string, Map<number, string>>();
  const newest = (userID: string, platformID: number) =>
    unsaved.get(userID)?.get(platformID) ?? select.get(userID, platformID)?.tokenID;
  const counts = (claims: TokenClaims) => newest(claims.userID, claims.platformID) === claims.id;
  /** Makes the valid tokens the kicked ones and drops those kicked before. */
  const supersede = (userID: string, platformID: number | null) => {
    dropKicked.run(userID, platformID);
    keepKicked.run(userID, platformID);
  };
  const save = (userID: string, platformID: number, tokenID: string) => {
    try {
      supersede(userID, platformID);
      remember.run(userID, platformID, tokenID);
      unsaved.get(userID)?.delete(platformID);
    } catch (error) {
      if (!(error instanceof StoreFullError)) throw error;
      const ofUser = unsaved.get(userID) ?? new Map<number, string>();
      unsaved.set(userID, ofUser.set(platformID, tokenID));
    }
  };

  return {
    /**
     * Returns a new token and invalidates older ones of that platform. Their sockets stay open until a socket with the
     * new token opens.
     * @throws ApiError 1101 for an unknown user
     */
    issue(userID: string, platformID: number): string {
      deps.users.get(userID);
      const claims: TokenClaims = {
        userID,
        platformID,
        kind: "im",
        id: randomUUID(),
        expiresAt: deps.now() + tokenLifetimeMs,
      };
      save(userID, platformID, claims.id);
      return signToken(claims, deps.secret);
    },

    revoke(userID: string, platformID?: number): void {
      supersede(userID, platformID ?? null);
      forget.run(userID, platformID ?? null);
      if (platformID === undefined) unsaved.delete(userID);
      else unsaved.get(userID)?.delete(platformID);
      db.afterCommit(() => deps.kick(userID, counts));
    },

    counts,

    /** The id of the valid token of a platform. */
    newest,

    /**
     * @throws ApiError 1501 expired, 1503 malformed or forged, 1502 of another kind, 1506 superseded, 1507 superseded
     * earlier
     */
    check(token: string): TokenClaims {
      const claims = readToken(token, deps.secret, deps.now());
      if ("errCode" in claims) {
        const expired = claims.errCode === ErrCode.tokenExpired;
        throw new ApiError(claims.errCode, expired ? "TokenExpiredError" : "TokenMalformedError");
      }
      if (claims.kind !== "im") throw new ApiError(ErrCode.tokenInvalid, "TokenInvalidError");
      if (counts(claims)) return claims;
      // The saved token is superseded by one that could not be saved.
      const kicked = [select, selectKicked].some(
        (one) => one.get(claims.userID, claims.platformID)?.tokenID === claims.id,
      );
      throw kicked
        ? new ApiError(ErrCode.tokenKicked, "TokenKickedError")
        : new ApiError(ErrCode.tokenNotExist, "TokenNotExistError");
    },
  };
}
