import * as v from "valibot";
import type { RegistrationPort } from "../../machines/ports/registration.ts";
import type { CodeTarget, Purpose, RegistrationDraft } from "../../machines/vocabulary/registration.ts";
import { identifierFields, PLATFORM_WEB, passwordHash, SignedIn } from "./account.ts";
import type { GivenBaseData } from "./base-data.ts";
import type { PostToChatServer } from "./chat-server.ts";
import type { CredentialStore } from "./credentials.ts";

const DRAFT_KEY = "parley:registration";

/** What a code is asked for, as OpenIM numbers it; 3 is signing in. */
const USED_FOR: Readonly<Record<Purpose, number>> = { register: 1, reset: 2 };

const Registered = v.object({ userID: v.string(), imToken: v.string(), chatToken: v.string() });

const Identifier = v.variant("kind", [
  v.object({ kind: v.literal("phone"), areaCode: v.string(), phoneNumber: v.string() }),
  v.object({ kind: v.literal("email"), email: v.string() }),
]);

const Draft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    fields: v.object({
      areaCode: v.string(),
      phoneNumber: v.string(),
      email: v.string(),
      invitationCode: v.string(),
      nickname: v.string(),
      gender: v.picklist([0, 1, 2]),
      birth: v.nullable(v.number()),
    }),
    codeFor: v.nullable(v.object({ purpose: v.picklist(["register", "reset"]), identifier: Identifier })),
    nextCodeAt: v.number(),
  }),
);

export interface RegistrationDependencies {
  post: PostToChatServer;
  credentials: CredentialStore;
  /** Where what was filled in is kept: as long as the tab. */
  storage: Storage;
  /** What the address said that the page was opened at; asked once. */
  takeBaseData: () => GivenBaseData;
}

/** Making an account and resetting a password on the OpenIM chat server (7-11). */
export function createRegistration(dependencies: RegistrationDependencies): RegistrationPort {
  const { post, credentials, storage, takeBaseData } = dependencies;
  const ask = <Output>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    answer: v.GenericSchema<unknown, Output>,
  ) => post({ path, body, token: null, answer });

  const target = ({ purpose, identifier }: CodeTarget) => ({
    ...identifierFields(identifier),
    usedFor: USED_FOR[purpose],
    platform: PLATFORM_WEB,
  });

  const readDraft = (): RegistrationDraft | null => {
    try {
      const stored = v.safeParse(Draft, storage.getItem(DRAFT_KEY));
      return stored.success ? stored.output : null;
    } catch {
      return null; // storage is closed to this page
    }
  };
  const dropDraft = () => {
    try {
      storage.removeItem(DRAFT_KEY);
    } catch {
      // storage is closed to this page: there is none
    }
  };

  return {
    async begin() {
      const given = takeBaseData();
      if (given !== "none") return given;
      const draft = readDraft();
      return draft && { ...draft, code: null, password: null };
    },
    keep(draft) {
      try {
        storage.setItem(DRAFT_KEY, JSON.stringify(draft));
      } catch {
        // storage is closed to this page: a reload begins anew
      }
    },
    forget: dropDraft,
    async requestCode({ invitationCode, ...request }) {
      const invitation = invitationCode === "" ? {} : { invitationCode };
      await ask("/account/code/send", { ...target(request), ...invitation }, v.unknown());
    },
    async checkCode({ code, ...request }) {
      await ask("/account/code/verify", { ...target(request), verifyCode: code.reveal() }, v.unknown());
    },
    async register({ identifier, code, password, invitationCode, nickname, gender, birth }) {
      const identity = identifierFields(identifier);
      const hash = passwordHash(password);
      const user = { ...identity, nickname, gender, birth: birth ?? 0, faceURL: "", password: hash };
      const body = {
        verifyCode: code.reveal(),
        ...(invitationCode === "" ? {} : { invitationCode }),
        deviceID: "",
        platform: PLATFORM_WEB,
        autoLogin: true,
        user,
      };
      const signedIn = await ask("/account/register", body, Registered);
      dropDraft();
      const isIn = Object.values(signedIn).every((value) => value !== "");
      // A server that does not sign in who has just registered has the account all the same.
      const login = { ...identity, password: hash, platform: PLATFORM_WEB };
      credentials.keep(isIn ? signedIn : await ask("/account/login", login, SignedIn));
    },
    async resetPassword({ identifier, code, password }) {
      const body = {
        ...identifierFields(identifier),
        verifyCode: code.reveal(),
        password: passwordHash(password),
        platform: PLATFORM_WEB,
      };
      await ask("/account/password/reset", body, v.unknown());
      dropDraft();
    },
  };
}
