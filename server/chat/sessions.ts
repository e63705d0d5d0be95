import { randomUUID } from "node:crypto";
import type { ApiCall } from "../http.ts";
import type { Im } from "../im/index.ts";
import type { CountCall } from "../rates.ts";
import { type Database, StoreFullError } from "../store/database.ts";
import { readToken, signToken, type TokenClaims } from "../tokens.ts";
import { refusals } from "./errors.ts";

/** OpenIM's default: 90 days. */
export const chatTokenLifetime = 90 * 24 * 60 * 60_000;

/** Chat tokens. A token is valid while it is signed by this server, not expired and not revoked. */
export interface ChatSessions {
  /** Returns a new token. Older ones of that platform become invalid, as with IM tokens. */
  issue(userID: string, platformID: number): string;
  /**
   * Returns the caller's userID. Throws 1001 missing, 1503 malformed or foreign, 1501 expired, 1505 revoked, 20005
   * too often.
   */
  requireUser(call: ApiCall): string;
  /** Like requireUser, but also accepts an IM token. */
  requireChatOrImUser(call: ApiCall): string;
  revoke(userID: string): void;
}

export function createChatSessions(deps: {
  db: Database;
  im: Pick<Im, "isNewestToken">;
  secret: string;
  now: () => number;
  countCall: CountCall;
}): ChatSessions {
  const { db, im, secret, now, countCall } = deps;
  /** A token's id begins with its platform, so that a new token replaces the older ones of that platform. */
  const prefixOf = (platformID: number) => `${platformID}:`;
  /** Tokens issued while the disk was full, with their users, valid until the process ends. */
  const unsaved = new Map<string, string>();

  const isKnown = (claims: TokenClaims) =>
    claims.kind === "im"
      ? im.isNewestToken(claims)
      : unsaved.has(claims.id) ||
        db.prepare("SELECT 1 FROM chat_tokens WHERE tokenID = ?").get(claims.id) !== undefined;
  const save = (userID: string, platformID: number, id: string, expiresAt: number) => {
    const prefix = prefixOf(platformID);
    for (const [other, owner] of unsaved) {
      if (owner === userID && other.startsWith(prefix)) unsaved.delete(other);
    }
    try {
      db.prepare("DELETE FROM chat_tokens WHERE userID = ? AND substr(tokenID, 1, ?) = ?").run(
        userID,
        prefix.length,
        prefix,
      );
      db.prepare("DELETE FROM chat_tokens WHERE userID = ? AND expiresAt <= ?").run(userID, now());
      db.prepare("INSERT INTO chat_tokens (tokenID, userID, expiresAt) VALUES (?, ?, ?)").run(
        id,
        userID,
        expiresAt,
      );
    } catch (error) {
      if (!(error instanceof StoreFullError)) throw error;
      unsaved.set(id, userID);
    }
  };

  const requireUser = (call: ApiCall, kinds: readonly TokenClaims["kind"][]): string => {
    if (call.token === "") throw refusals.tokenMissing();
    const claims = readToken(call.token, secret, now());
    if ("errCode" in claims) {
      throw claims.errCode === 1501 ? refusals.tokenExpired() : refusals.tokenMalformed();
    }
    if (!kinds.includes(claims.kind)) throw refusals.tokenMalformed();
    if (!isKnown(claims)) throw refusals.tokenUnknown();
    countCall(claims.userID, call);
    return claims.userID;
  };

  return {
    issue: (userID, platformID) => {
      const id = prefixOf(platformID) + randomUUID();
      const expiresAt = now() + chatTokenLifetime;
      save(userID, platformID, id, expiresAt);
      return signToken({ userID, platformID, kind: "chat", id, expiresAt }, secret);
    },
    requireUser: (call) => requireUser(call, ["chat"]),
    requireChatOrImUser: (call) => requireUser(call, ["chat", "im"]),
    revoke: (userID) => {
      db.prepare("DELETE FROM chat_tokens WHERE userID = ?").run(userID);
      for (const [id, owner] of unsaved) if (owner === userID) unsaved.delete(id);
    },
  };
}
