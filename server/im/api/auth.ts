import * as v from "valibot";
import { type ApiCall, ApiError, type ApiHandler, type ApiRoutes } from "../../http.ts";
import type { Administration } from "../domain/administration.ts";
import type { Friendship } from "../domain/friendship.ts";
import { isValidUserID } from "../domain/ids.ts";
import { runOperation } from "../operation.ts";
import { adminPlatform, ErrCode } from "../protocol/constants.ts";
import type { OnlineStatus } from "../protocol/messages.ts";
import { distinctIDs, id, name, parseBody, requireToken, someID, someIDs } from "./endpoint.ts";

const secretRequest = v.object({ secret: v.pipe(v.string(), v.maxLength(16_384)), userID: id });
const platformID = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(11),
  v.check((platform) => platform !== adminPlatform, "must not be the administrator's"),
);
const login = v.object({ userID: id, platformID });
const legalID = v.pipe(v.string(), v.check(isValidUserID, "must be 1 to 64 letters, digits and _"));
const newUser = v.object({
  userID: legalID,
  nickname: v.pipe(name, v.nonEmpty()),
  faceURL: v.nullish(v.pipe(v.string(), v.maxLength(4096)), ""),
});
const registration = v.object({
  users: v.pipe(
    v.array(newUser),
    v.minLength(1),
    v.maxLength(1000),
    v.check((users) => new Set(users.map((user) => user.userID)).size === users.length, "repeat a userID"),
  ),
});

/** Creates routes for the administrator's token. Other users get 1002. */
export function createAdminEndpoint(administration: Administration) {
  return <Body>(
    schema: v.GenericSchema<unknown, Body>,
    handler: (body: Body, call: ApiCall) => unknown,
  ): ApiHandler =>
    (call) => {
      requireToken(call);
      const { kind, userID } = administration.parse(call.token);
      if (kind !== "admin") {
        throw new ApiError(ErrCode.noPermission, "NoPermissionError", `user ${userID} is not admin userID`);
      }
      const body = parseBody(schema, call.body);
      return runOperation(call.operationID, () => handler(body, call));
    };
}

export function adminToo(administration: Administration, people: ApiHandler, admin: ApiHandler): ApiHandler {
  const isAdmin = (token: string) => {
    try {
      return token !== "" && administration.parse(token).kind === "admin";
    } catch {
      return false; // The users' route reports the error of the token.
    }
  };
  return (call) => (isAdmin(call.token) ? admin(call) : people(call));
}

/** The /auth endpoints and others for the operator's tools (README). */
export function authRoutes(deps: {
  administration: Administration;
  statusOf: (userID: string) => OnlineStatus;
  friendship: Pick<Friendship, "bringTogether">;
}): ApiRoutes {
  const { administration } = deps;
  const forAdmin = createAdminEndpoint(administration);

  const answer = (token: string) => ({ token, expireTimeSeconds: administration.lifetimeSeconds });

  return {
    "/auth/get_admin_token": ({ body, address }) =>
      answer(administration.token(parseBody(secretRequest, body), address)),
    "/auth/parse_token": ({ body }) => {
      const { userID, platformID, expiresAt } = administration.parse(
        parseBody(v.object({ token: v.pipe(v.string(), v.maxLength(4096)) }), body).token,
      );
      return { userID, platformID, expireTimeSeconds: Math.floor(expiresAt / 1000) };
    },
    "/auth/get_user_token": forAdmin(login, ({ userID, platformID }) =>
      answer(administration.signIn(userID, platformID)),
    ),
    "/friend/import_friend": forAdmin(
      v.object({ ownerUserID: someID, friendUserIDs: distinctIDs }),
      ({ ownerUserID, friendUserIDs }) => deps.friendship.bringTogether(ownerUserID, friendUserIDs),
    ),
    "/auth/force_logout": forAdmin(login, ({ userID, platformID }) =>
      administration.signOut(userID, platformID),
    ),
    // Each platform once. The real server adds the tokens, which would let the caller sign in as any user.
    "/user/get_users_online_status": forAdmin(v.object({ userIDs: someIDs }), ({ userIDs }) =>
      userIDs.map((userID) => {
        const platforms = deps.statusOf(userID).onlinePlatformIDs;
        const detailPlatformStatus = platforms.map((platformID) => ({ platformID }));
        return platforms.length > 0
          ? { userID, status: 1, detailPlatformStatus }
          : { userID, status: 0, detailPlatformStatus: null };
      }),
    ),
    "/user/user_register": forAdmin(registration, ({ users }) => administration.register(users)),
  };
}
