/** Chat server (7-11). */

import type { Secret } from "../domain/secret.ts";
import type {
  CodeRequest,
  CodeTarget,
  RegistrationDraft,
  RegistrationStart,
} from "../session/registration-form.ts";
import type { Identifier } from "./account.ts";

/** A new account, as the user entered it. Empty or null means not given. */
export interface NewAccount {
  identifier: Identifier;
  code: Secret;
  password: Secret;
  invitationCode: string;
  nickname: string;
  gender: number;
  birth: number | null;
}

export interface RegistrationPort {
  /**
   * Returns the start data: from the address at which the page was opened (2-86 to 2-88), else from the draft stored
   * in this tab. Null if there is neither, or if the address is invalid (2-90, 2-91).
   */
  begin(): Promise<RegistrationStart | null>;
  /** Stores the draft for this tab, without secrets. */
  keep(draft: RegistrationDraft): void;
  /** Deletes the draft, so that the next user starts empty (4-15). */
  forget(): void;
  requestCode(input: CodeRequest): Promise<void>;
  /** Resolves if the code is right; the code can still be used afterwards. */
  checkCode(input: CodeTarget & { code: Secret }): Promise<void>;
  /**
   * Creates the account and stores its credentials: the user is signed in (2-99), unless `signal` is aborted by then,
   * because the user went back.
   */
  register(account: NewAccount, signal?: AbortSignal): Promise<void>;
  resetPassword(input: { identifier: Identifier; code: Secret; password: Secret }): Promise<void>;
}
