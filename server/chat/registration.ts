import type { Im } from "../im/index.ts";
import type { Database } from "../store/database.ts";
import type { Accounts, NewAccount } from "./accounts.ts";
import { purposes, type VerificationCodes } from "./codes.ts";
import { type Identity, type Reachable, readAccountName } from "./identity.ts";
import type { Invitations } from "./invitations.ts";
import { hashPassword } from "./passwords.ts";

export interface RegistrationRequest {
  /** The phone number or email address the code was sent to. */
  reachable: Reachable;
  accountName?: string;
  verifyCode: string;
  /** Empty when the person has none. */
  invitationCode: string;
  /** md5 in hexadecimal. */
  password: string;
  profile: Pick<NewAccount, "nickname" | "faceURL" | "gender" | "birth">;
}

/**
 * Registers a person and returns the userID. Throws 20003, 20004, 20014 for a taken identity, 20010, 20011
 * for the invitation, 20006 to 20009 for the verification code; then nothing has changed.
 */
export type Registration = (request: RegistrationRequest) => Promise<string>;

/** Makes an account and its IM user, both or neither. */
export type AccountCreation = (account: NewAccount) => string;

export function createAccountCreation(deps: { db: Database; im: Im; accounts: Accounts }): AccountCreation {
  const { db, im, accounts } = deps;
  return db.transaction((account: NewAccount) => {
    const userID = accounts.insert(account);
    im.registerUser({ userID, nickname: account.nickname, faceURL: account.faceURL });
    return userID;
  });
}

export function createRegistration(deps: {
  db: Database;
  accounts: Accounts;
  codes: VerificationCodes;
  invitations: Invitations;
  createAccount: AccountCreation;
}): Registration {
  const { db, accounts, codes, invitations, createAccount } = deps;
  return async (request) => {
    const identities: Identity[] = [request.reachable];
    if (request.accountName !== undefined) {
      identities.push({ kind: "account", account: readAccountName(request.accountName) });
    }
    for (const identity of identities) accounts.refuseTaken(identity);
    if (request.invitationCode !== "") invitations.check(request.invitationCode);
    codes.check(request.reachable, purposes.register, request.verifyCode);

    // Hashing takes a moment in which somebody else may take the identity or a code: all is checked again.
    const passwordHash = await hashPassword(request.password);
    return db.transaction(() => {
      const userID = createAccount({ ...request.profile, identities, passwordHash });
      codes.consume(request.reachable, purposes.register, request.verifyCode);
      if (request.invitationCode !== "") invitations.use(request.invitationCode, userID);
      return userID;
    })();
  };
}
