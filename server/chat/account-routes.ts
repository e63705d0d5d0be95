import * as v from "valibot";
import type { CodeRequests, PasswordAttempts, RevealingAnswers } from "../attempts.ts";
import type { ApiError, ApiRoutes } from "../http.ts";
import type { Im } from "../im/index.ts";
import type { Database } from "../store/database.ts";
import type { Account, Accounts } from "./accounts.ts";
import { purposes, type VerificationCodes } from "./codes.ts";
import { refusals } from "./errors.ts";
import type { HashingQueue } from "./hashing.ts";
import { type Identity, readIdentity, readReachable } from "./identity.ts";
import type { Invitations } from "./invitations.ts";
import { type HashPassword, isPassword } from "./passwords.ts";
import type { Registration } from "./registration.ts";
import type { ChatSessions } from "./sessions.ts";
import {
  birth,
  faceURL,
  gender,
  identityFields,
  nickname,
  optionalText,
  parseBody,
  password,
  platform,
  requiredText,
  usedFor,
} from "./validation.ts";

export interface AccountRoutesDeps {
  db: Database;
  im: Im;
  accounts: Accounts;
  attempts: PasswordAttempts;
  codeRequests: CodeRequests;
  tellingAnswers: RevealingAnswers;
  codes: VerificationCodes;
  invitations: Invitations;
  sessions: ChatSessions;
  register: Registration;
  hashing: HashingQueue;
  hashPassword: HashPassword;
}

const verifyCode = requiredText(16);
const codeRequest = v.object({ ...identityFields, usedFor, invitationCode: optionalText(64) });
const codeCheck = v.object({ ...identityFields, usedFor, verifyCode });
const registration = v.object({
  verifyCode,
  invitationCode: optionalText(64),
  autoLogin: v.nullish(v.boolean(), false),
  platform,
  user: v.object({
    ...identityFields,
    password,
    nickname,
    faceURL: v.nullish(faceURL, ""),
    gender: v.nullish(gender, 2),
    birth: v.nullish(birth, 0),
  }),
});
const login = v.object({
  ...identityFields,
  password: optionalText(128),
  verifyCode: optionalText(16),
  platform,
});
const passwordReset = v.object({ ...identityFields, verifyCode, password });
const passwordChange = v.object({
  userID: optionalText(64),
  currentPassword: password,
  newPassword: password,
});

/** The routes below /account (protocol section 7): codes, registration, sign-in, passwords. */
export function accountRoutes(deps: AccountRoutesDeps): ApiRoutes {
  const {
    im,
    accounts,
    attempts,
    codeRequests,
    tellingAnswers,
    codes,
    invitations,
    sessions,
    register,
    hashing,
    hashPassword,
  } = deps;

  const requireAccount = (identity: Identity, address: string): Account => {
    tellingAnswers.check(address);
    const account = accounts.byIdentity(identity);
    if (account === undefined) throw tellingAnswers.told(address, refusals.accountNotFound());
    return account;
  };
  /** Runs inside the hashing queue, so that an attempt refused by the queue does not count. */
  const requireAccountPassword = async (
    { account, given, address }: { account: Account; given: string; address: string },
    refusal: () => ApiError,
  ) => {
    attempts.begin(account.userID, address);
    if (!(await isPassword(given, account.passwordHash))) throw tellingAnswers.told(address, refusal());
    attempts.succeeded(account.userID, address);
  };
  /** The password may be replaced while a request with the former password waits for its turn. */
  const requireSamePassword = ({ userID, passwordHash }: Account, refusal: () => ApiError): void => {
    if (accounts.byIDs([userID])[0]?.passwordHash !== passwordHash) throw refusal();
  };
  const issueTokens = (userID: string, platformID: number) => ({
    userID,
    chatToken: sessions.issue(userID, platformID),
    imToken: im.issueToken(userID, platformID),
  });
  // Ends all sessions, as the chat server does. A reset ends none.
  const replacePassword = deps.db.transaction((userID: string, passwordHash: string) => {
    accounts.setPasswordHash(userID, passwordHash);
    sessions.revoke(userID);
    im.revokeTokens(userID);
  });

  return {
    "/account/code/send": ({ body, address }) => {
      codeRequests.count(address);
      const request = parseBody(codeRequest, body);
      const identity = readReachable(request);
      if (request.usedFor === purposes.register) {
        // As on the real server: only a user with the code learns that a number is taken (20003 of /account/register).
        if (request.invitationCode !== "") invitations.check(request.invitationCode);
      } else {
        requireAccount(identity, address);
      }
      codes.send(identity, request.usedFor, address);
    },

    "/account/code/verify": ({ body, address }) => {
      const request = parseBody(codeCheck, body);
      const { usedFor: purpose, verifyCode: code } = request;
      const identity = readReachable(request);
      codes.check({ identity, purpose, code, address });
      // Only the right code tells that a number is taken, before the user has chosen a password and a name.
      if (purpose === purposes.register) accounts.refuseTaken(identity);
    },

    "/account/register": async ({ body, address }) => {
      const { user, ...request } = parseBody(registration, body);
      const reachable = readReachable({ ...user, account: "" });
      const userID = await register({
        reachable,
        ...(user.account === "" ? {} : { accountName: user.account }),
        verifyCode: request.verifyCode,
        invitationCode: request.invitationCode,
        password: user.password,
        profile: { nickname: user.nickname, faceURL: user.faceURL, gender: user.gender, birth: user.birth },
        address,
      });
      if (request.autoLogin) return issueTokens(userID, request.platform);
      return { userID, chatToken: "", imToken: "" };
    },

    "/account/login": async ({ body, address }) => {
      const request = parseBody(login, body);
      const identity = readIdentity(request);
      if (request.password === "" && request.verifyCode === "") {
        throw refusals.arguments("give either a password or a verification code");
      }
      const account = requireAccount(identity, address);
      if (request.password !== "") {
        const md5 = v.safeParse(password, request.password);
        if (!md5.success) {
          throw tellingAnswers.told(address, refusals.wrongPassword("password must be its md5"));
        }
        await hashing.run(address, () =>
          requireAccountPassword({ account, given: md5.output, address }, refusals.wrongPassword),
        );
        requireSamePassword(account, refusals.wrongPassword);
      } else {
        const [purpose, code] = [purposes.signIn, request.verifyCode];
        codes.consume({ identity: readReachable(request), purpose, code, address });
      }
      return issueTokens(account.userID, request.platform);
    },

    "/account/password/reset": async ({ body, address }) => {
      const request = parseBody(passwordReset, body);
      const identity = readReachable(request);
      const { userID } = requireAccount(identity, address);
      await codes.use(
        { identity, purpose: purposes.resetPassword, code: request.verifyCode, address },
        {
          prepare: () => hashing.run(address, () => hashPassword(request.password)),
          finish: (passwordHash) => accounts.setPasswordHash(userID, passwordHash),
        },
      );
      attempts.succeeded(userID, address);
    },

    "/account/password/change": async (call) => {
      const userID = sessions.requireUser(call);
      const request = parseBody(passwordChange, call.body);
      if (request.newPassword === request.currentPassword) {
        throw refusals.arguments("the new password must differ from the current one");
      }
      if (request.userID !== "" && request.userID !== userID) {
        throw refusals.noPermission("only the own password can be changed");
      }
      const [account] = accounts.byIDs([userID]);
      if (account === undefined) throw refusals.accountNotFound();
      const [given, { address }] = [request.currentPassword, call];
      const refusal = () => refusals.noPermission("the current password is wrong");
      const passwordHash = await hashing.run(address, async () => {
        await requireAccountPassword({ account, given, address }, refusal);
        return hashPassword(request.newPassword);
      });
      requireSamePassword(account, refusal);
      replacePassword(userID, passwordHash);
    },
  };
}
