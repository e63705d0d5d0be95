import { createHmac, timingSafeEqual } from "node:crypto";
import { createPasswordAttempts } from "../../attempts.ts";
import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { readToken, signToken, type TokenClaims } from "../../tokens.ts";
import { adminPlatform, adminUserID, ErrCode } from "../protocol/constants.ts";
import { type Logins, tokenLifetimeMs } from "./logins.ts";
import type { Users } from "./users.ts";

/** A person as OpenIM's tools register him. */
export interface NewUser {
  userID: string;
  nickname: string;
  faceURL: string;
}

export type Administration = ReturnType<typeof createAdministration>;

/**
 * What the owner's own tools may do with a secret only the owner knows: register IM users and sign them in and
 * out. Without a secret nobody is the administrator.
 */
export function createAdministration(deps: {
  db: Database;
  now: () => number;
  /** Signs the tokens. */
  secret: string;
  /** Undefined: there is no administrator. */
  adminSecret: string | undefined;
  users: Users;
  logins: Logins;
}) {
  const { db, now, secret, adminSecret, users, logins } = deps;
  const fingerprint = (text: string) => createHmac("sha256", secret).update(`admin ${text}`).digest();
  // An administrator's token carries it, and is worth nothing once the secret is another or is gone.
  const present = adminSecret === undefined ? undefined : fingerprint(adminSecret);

  const refuse = (reason: string) => new ApiError(ErrCode.noPermission, "NoPermissionError", reason);
  const attempts = createPasswordAttempts(now, refuse);

  const register = db.transaction((newUsers: readonly NewUser[]) => {
    for (const user of newUsers) {
      if (user.userID === adminUserID || users.find(user.userID) !== undefined) {
        throw new ApiError(ErrCode.registered, "RegisteredAlreadyError", `${user.userID} is registered`);
      }
      users.register(user);
    }
  });

  return {
    lifetimeSeconds: tokenLifetimeMs / 1000,

    /**
     * @throws ApiError 1002 for a wrong secret, after several of them from an address for any until some time went by,
     *   and for every secret where there is none; 1001 for another user
     */
    token({ secret: given, userID }: { secret: string; userID: string }, address: string): string {
      attempts.begin(adminUserID, address);
      if (present === undefined || !timingSafeEqual(fingerprint(given), present))
        throw refuse("secret invalid");
      attempts.succeeded(adminUserID, address);
      if (userID !== adminUserID) {
        throw new ApiError(ErrCode.args, "ArgsError", `userID must be ${adminUserID}`);
      }
      return signToken(
        {
          userID,
          platformID: adminPlatform,
          kind: "admin",
          id: present.toString("base64url"),
          expiresAt: now() + tokenLifetimeMs,
        },
        secret,
      );
    },

    /** What a token that counts says, be it a person's or the administrator's. */
    parse(token: string): TokenClaims {
      const claims = readToken(token, secret, now());
      if ("errCode" in claims || claims.kind !== "admin") return logins.check(token);
      if (claims.id !== present?.toString("base64url")) {
        throw new ApiError(ErrCode.tokenInvalid, "TokenInvalidError");
      }
      return claims;
    },

    /** @throws ApiError 1102 for somebody who is there already; then nobody was registered */
    register,

    /** Signs a person in; an older login on that platform ends. 1004 when there is no such person. */
    signIn(userID: string, platformID: number): string {
      if (users.find(userID) === undefined) {
        throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", "record not found");
      }
      return logins.issue(userID, platformID);
    },

    signOut: (userID: string, platformID: number) => logins.revoke(userID, platformID),
  };
}
