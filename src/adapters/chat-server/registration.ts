import * as v from "valibot";
import type { RegistrationPort } from "../../../machines/ports/registration.ts";
import type { CodeTarget, Purpose } from "../../../machines/session/registration-form.ts";
import { PLATFORM_WEB } from "../openim/constants.ts";
import type { CredentialStore } from "../storage/credentials.ts";
import { identifierFields, passwordHash, SignedIn } from "./account.ts";
import type { PostToChatServer } from "./chat-server.ts";

/** OpenIM's purposes of a code; 3 is sign-in. */
const USED_FOR: Readonly<Record<Purpose, number>> = { register: 1, reset: 2 };

const Registered = v.object({ userID: v.string(), imToken: v.string(), chatToken: v.string() });

export interface RegistrationDependencies {
  post: PostToChatServer;
  credentials: CredentialStore;
  forget: RegistrationPort["forget"];
}

/** Creates accounts and resets passwords on the OpenIM chat server (7-11). */
export function createRegistration({
  post,
  credentials,
  forget,
}: RegistrationDependencies): Pick<
  RegistrationPort,
  "requestCode" | "checkCode" | "register" | "resetPassword"
> {
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

  return {
    async requestCode({ invitationCode, ...request }) {
      const invitation = invitationCode === "" ? {} : { invitationCode };
      await ask("/account/code/send", { ...target(request), ...invitation }, v.unknown());
    },
    async checkCode({ code, ...request }) {
      await ask("/account/code/verify", { ...target(request), verifyCode: code.reveal() }, v.unknown());
    },
    async register({ identifier, code, password, invitationCode, nickname, gender, birth }, signal) {
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
      forget();
      const isIn = Object.values(signedIn).every((value) => value !== "");
      // A server may create the account without signing the user in. Then sign in separately.
      const login = { ...identity, password: hash, platform: PLATFORM_WEB };
      const kept = isIn || signal?.aborted ? signedIn : await ask("/account/login", login, SignedIn);
      if (!signal?.aborted) credentials.keep(kept);
    },
    async resetPassword({ identifier, code, password }) {
      const body = {
        ...identifierFields(identifier),
        verifyCode: code.reveal(),
        password: passwordHash(password),
        platform: PLATFORM_WEB,
      };
      await ask("/account/password/reset", body, v.unknown());
      forget();
    },
  };
}
