import { createHmac, timingSafeEqual } from "node:crypto";
import { createPasswordAttempts } from "../../attempts.ts";
import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { readToken, signToken, type TokenClaims } from "../../tokens.ts";
import { adminPlatform, adminUserID, ErrCode } from "../protocol/constants.ts";
import { type Logins, tokenLifetimeMs } from "./logins.ts";
import type { Users } from "./users.ts";

export interface NewUser {
  userID: string;
  nickname: string;
  faceURL: string;
}

export type Administration = ReturnType<typeof createAdministration>;

export function createAdministration(deps: {
  db: Database;
  now: () => number;
  secret: string;
  adminSecret: string | undefined;
  users: Users;
  logins: Logins;
}) {
  const { db, now, secret, adminSecret, users, logins } = deps;
  const fingerprint = (text: string) => createHmac("sha256", secret).update(`admin ${text}`).digest();
  // An administrator token contains this fingerprint, so it is invalid once the secret changes or is removed.
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
     * @throws ApiError 1002 for a wrong secret, for any secret after several wrong ones from the address (for some
     * time), and always without an administrator; 1001 for another user
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

    parse(token: string): TokenClaims {
      const claims = readToken(token, secret, now());
      if ("errCode" in claims || claims.kind !== "admin") return logins.check(token);
      if (claims.id !== present?.toString("base64url")) {
        throw new ApiError(ErrCode.tokenInvalid, "TokenInvalidError");
      }
      return claims;
    },

    /** @throws ApiError 1102 when one user exists; then none is registered */
    register,

    /** Signs a user in. Ends an older login on that platform. @throws ApiError 1004 for an unknown user */
    signIn(userID: string, platformID: number): string {
      if (users.find(userID) === undefined) {
        throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", "record not found");
      }
      return logins.issue(userID, platformID);
    },

    signOut: (userID: string, platformID: number) => logins.revoke(userID, platformID),
  };
}
