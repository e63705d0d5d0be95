import type { Im } from "../im/index.ts";
import type { Database } from "../store/database.ts";
import type { Accounts, NewAccount } from "./accounts.ts";
import { purposes, type VerificationCodes } from "./codes.ts";
import type { HashingQueue } from "./hashing.ts";
import { type Identity, type Reachable, readAccountName } from "./identity.ts";
import type { Invitations } from "./invitations.ts";
import type { HashPassword } from "./passwords.ts";

export interface RegistrationRequest {
  reachable: Reachable;
  accountName?: string;
  verifyCode: string;
  invitationCode: string;
  /** md5 in hexadecimal. */
  password: string;
  profile: Pick<NewAccount, "nickname" | "faceURL" | "gender" | "birth">;
  address: string;
}

/**
 * Registers a user and returns the userID. Throws 20003, 20004, 20014 for a taken identity, 20010, 20011 for the
 * invitation, 20006 to 20009 for the verification code, 20005 when the hashing queue is full. On an error nothing has
 * changed and the code stays valid.
 */
export type Registration = (request: RegistrationRequest) => Promise<string>;

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
  accounts: Accounts;
  codes: VerificationCodes;
  invitations: Invitations;
  createAccount: AccountCreation;
  hashing: HashingQueue;
  hashPassword: HashPassword;
}): Registration {
  const { accounts, codes, invitations, createAccount, hashing, hashPassword } = deps;
  return async (request) => {
    const identities: Identity[] = [request.reachable];
    if (request.accountName !== undefined) {
      identities.push({ kind: "account", account: readAccountName(request.accountName) });
    }
    // The code is checked first: without a correct one, a request costs nothing and does not reveal who is registered.
    return codes.use(
      {
        identity: request.reachable,
        purpose: purposes.register,
        code: request.verifyCode,
        address: request.address,
      },
      {
        check: () => {
          for (const identity of identities) accounts.refuseTaken(identity);
          if (request.invitationCode !== "") invitations.check(request.invitationCode);
        },
        prepare: () => hashing.run(request.address, () => hashPassword(request.password)),
        // Another user may have taken the identity or the invitation meanwhile, so both are checked again.
        finish: (passwordHash) => {
          const userID = createAccount({ ...request.profile, identities, passwordHash });
          if (request.invitationCode !== "") invitations.use(request.invitationCode, userID);
          return userID;
        },
      },
    );
  };
}
