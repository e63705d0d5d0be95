import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import * as v from "valibot";
import { Failure, failureCode } from "../../../machines/domain/failure.ts";
import type { Profile } from "../../../machines/domain/people.ts";
import type { PersonDetails } from "../../../machines/domain/relationship.ts";
import type { Secret } from "../../../machines/domain/secret.ts";
import type { AccountChange, AccountPort, Identifier, Proof } from "../../../machines/ports/account.ts";
import { PLATFORM_WEB } from "../openim/constants.ts";
import type { CredentialStore } from "../storage/credentials.ts";
import { validItems } from "../valid-items.ts";
import type { PostToChatServer } from "./chat-server.ts";

/** Purpose of a code: 1 register, 2 reset the password, 3 sign in. */
const USED_FOR_SIGN_IN = 3;

const filled = v.pipe(v.string(), v.minLength(1));
export const SignedIn = v.object({ userID: filled, imToken: filled, chatToken: filled });

/** The chat server sends an empty string or a zero time for a missing value (3-02). */
const optionalText = v.pipe(
  v.nullish(v.string()),
  v.transform((value) => value || undefined),
);
const FullUser = v.object({
  userID: v.string(),
  nickname: optionalText,
  faceURL: optionalText,
  phoneNumber: optionalText,
  areaCode: optionalText,
  email: optionalText,
  gender: v.nullish(v.number()),
  birth: v.nullish(v.number()),
  allowAddFriend: v.nullish(v.number()),
});
type FullUser = v.InferOutput<typeof FullUser>;
// An empty list is null.
const Details = v.object({ users: v.nullish(v.array(FullUser), []) });

const GenderSchema = v.picklist([0, 1, 2]);
const GENDER_NOT_GIVEN = 2;

const Found = v.object({ users: v.nullish(v.array(v.unknown()), []) });
const FoundUser = v.object({
  userID: filled,
  nickname: v.nullish(v.string(), ""),
  faceURL: v.nullish(v.string(), ""),
});

/** Values of `allowAddFriend`: whether other users may send friend requests (6-07). */
const REQUESTS_ALLOWED = 1;
const REQUESTS_REFUSED = 2;

/** Only the first page of results is shown (7-08). */
const FIRST_PAGE = { pageNumber: 1, showNumber: 20 };

export interface AccountDependencies {
  post: PostToChatServer;
  credentials: CredentialStore;
}

/** Accounts on the OpenIM chat server (protocol section 7). */
export function createAccount({
  post,
  credentials,
}: AccountDependencies): Omit<AccountPort, "loadDemoPeople"> {
  const ask = <Output>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    answer: v.GenericSchema<unknown, Output>,
  ) => post({ path, body, token: credentials.read()?.chatToken ?? null, answer });

  async function findUser(userID: string): Promise<FullUser | undefined> {
    const { users } = await ask("/user/find/full", { userIDs: [userID] }, Details);
    return users.find((candidate) => candidate.userID === userID);
  }

  return {
    async signIn({ identifier, proof }, signal) {
      const body = { ...identifierFields(identifier), ...proofFields(proof), platform: PLATFORM_WEB };
      const signedIn = await ask("/account/login", body, SignedIn);
      if (!signal?.aborted) credentials.keep(signedIn);
    },
    async sendCode({ identifier }) {
      const body = { ...identifierFields(identifier), usedFor: USED_FOR_SIGN_IN, platform: PLATFORM_WEB };
      await ask("/account/code/send", body, v.unknown());
    },
    async loadDetails({ userID }) {
      const user = await findUser(userID);
      if (!user) throw new Failure("unknown");
      return withoutGaps({
        nickname: user.nickname,
        faceURL: user.faceURL,
        phoneNumber: user.phoneNumber,
        areaCode: user.areaCode,
        email: user.email,
        gender: user.gender ?? undefined,
        birth: user.birth || undefined,
      });
    },
    async loadPersonDetails({ userID }) {
      const user = await findUser(userID);
      return user ? detailsOf(user) : null;
    },
    async loadOwnDetails({ userID }) {
      const user = await findUser(userID);
      if (!user) throw new Failure("unknown");
      const gender = v.safeParse(GenderSchema, user.gender);
      return { ...detailsOf(user), gender: gender.success ? gender.output : GENDER_NOT_GIVEN };
    },
    async updateProfile({ userID, change }) {
      await ask("/user/update", { userID, ...changedFields(change) }, v.unknown());
    },
    async changePassword({ userID, current, password }) {
      const body = {
        userID,
        currentPassword: passwordHash(current),
        newPassword: passwordHash(password),
        platform: PLATFORM_WEB,
      };
      await ask("/account/password/change", body, v.unknown()).catch((error: unknown) => {
        // For changes to the user's own account, this is the server's only reason to refuse.
        throw failureCode(error) === "notAllowed" ? new Failure("wrongPassword") : error;
      });
    },
    async searchUsers({ keyword }) {
      const { users } = await ask("/user/search/full", { keyword, pagination: FIRST_PAGE }, Found);
      return validItems(FoundUser, users);
    },
  };
}

function detailsOf(user: FullUser): PersonDetails {
  const { gender, birth, areaCode, phoneNumber, email, allowAddFriend } = user;
  return {
    mayBeAdded: allowAddFriend !== REQUESTS_REFUSED,
    ...(typeof gender === "number" && { gender }),
    ...(birth && { birth }),
    ...(phoneNumber && { phone: [areaCode, phoneNumber].filter(Boolean).join(" ") }),
    ...(email && { email }),
  };
}

function changedFields(change: AccountChange): Record<string, unknown> {
  switch (change.kind) {
    case "nickname":
      return { nickname: change.nickname };
    case "faceURL":
      return { faceURL: change.faceURL };
    case "gender":
      return { gender: change.gender };
    case "birth":
      return { birth: change.birth };
    case "mayBeAdded":
      return { allowAddFriend: change.mayBeAdded ? REQUESTS_ALLOWED : REQUESTS_REFUSED };
  }
}

/** Returns only the identifier in use, not the text in the other field (5-17). */
export function identifierFields(identifier: Identifier): Record<string, string> {
  return identifier.kind === "phone"
    ? { areaCode: identifier.areaCode, phoneNumber: identifier.phoneNumber }
    : { email: identifier.email };
}

/** The server knows only the md5 of a password (5-16). */
export function passwordHash(password: Secret): string {
  return bytesToHex(md5(utf8ToBytes(password.reveal())));
}

function proofFields(proof: Proof): Record<string, string> {
  return proof.kind === "password"
    ? { password: passwordHash(proof.password) }
    : { verifyCode: proof.code.reveal() };
}

function withoutGaps(profile: { [Key in keyof Profile]?: Profile[Key] | undefined }): Partial<Profile> {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}
