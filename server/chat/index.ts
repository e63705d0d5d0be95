import {
  createCodeAttempts,
  createCodeRequests,
  createPasswordAttempts,
  createRevealingAnswers,
} from "../attempts.ts";
import type { ApiRoutes } from "../http.ts";
import type { Im } from "../im/index.ts";
import type { CountCall } from "../rates.ts";
import type { Media } from "../rtc/index.ts";
import type { Database } from "../store/database.ts";
import { accountRoutes } from "./account-routes.ts";
import { createAccounts } from "./accounts.ts";
import { codeLifetime, createVerificationCodes } from "./codes.ts";
import { refusals } from "./errors.ts";
import { createHashingQueue } from "./hashing.ts";
import { createInvitations } from "./invitations.ts";
import { createPasswordHash, type PasswordCost } from "./passwords.ts";
import { type AccountCreation, createAccountCreation, createRegistration } from "./registration.ts";
import { rtcRoutes } from "./rtc-routes.ts";
import { createChatSessions } from "./sessions.ts";
import { userRoutes } from "./user-routes.ts";

/** The chat (business) server: accounts and sign-in. */
export interface Chat {
  routes: ApiRoutes;
  /**
   * Creates an account and its IM user without a verification code. Returns the userID. Throws 20003, 20004, 20014.
   */
  createAccount: AccountCreation;
  createInvitation(code: string): void;
}

export interface ChatDeps {
  /** A store with `accountTables`. */
  db: Database;
  im: Im;
  media: Media;
  secret: string;
  /** ms since epoch. */
  now: () => number;
  countCall: CountCall;
  print: (line: string) => void;
  passwordCost?: PasswordCost | undefined;
}

/** Creates the chat server on a store (protocol section 7). */
export function createChat(deps: ChatDeps): Chat {
  const { db, im, media, now } = deps;
  const accounts = createAccounts(deps);
  const sessions = createChatSessions(deps);
  const codeRequests = createCodeRequests(now, refusals.tooFrequent);
  const codes = createVerificationCodes({
    ...deps,
    attempts: createCodeAttempts(now, codeLifetime),
    requests: codeRequests,
  });
  const invitations = createInvitations(db);
  const attempts = createPasswordAttempts(now, refusals.tooFrequent);
  const tellingAnswers = createRevealingAnswers(now, refusals.tooFrequent);
  const createAccount = createAccountCreation({ db, im, accounts });
  const hashing = createHashingQueue();
  const hashPassword = createPasswordHash(deps.passwordCost);
  const register = createRegistration({ accounts, codes, invitations, createAccount, hashing, hashPassword });
  return {
    routes: {
      ...accountRoutes({
        db,
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
      }),
      ...userRoutes({ db, im, accounts, sessions }),
      ...rtcRoutes({ db, accounts, media, sessions, now }),
      // Clients read it before the sign-in screen. Values are strings, as OpenIM sends them.
      "/client_config/get": () => ({ config: { needInvitationCodeRegister: "0" } }),
      "/applet/find": (call) => {
        sessions.requireUser(call);
        return { applets: [] };
      },
      // There is no other version: the client comes from the same server.
      "/application/latest_version": () => ({ version: null }),
      "/application/page_versions": () => ({ total: 0, versions: [] }),
    },
    createAccount,
    createInvitation: invitations.create,
  };
}
