/** Making an account and resetting a password on the chat server (7-11). */

import type { Secret } from "../domain/secret.ts";
import type {
  CodeRequest,
  CodeTarget,
  RegistrationDraft,
  RegistrationStart,
} from "../session/registration-form.ts";
import type { Identifier } from "./account.ts";

/** A new account, as the person filled it in. Empty and null is what was left out. */
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
   * What the flow begins with: what the address the page was opened at said (2-86 to 2-88), else what an earlier visit
   * of this tab left. Null when there is neither, or when the address said something that is none (2-90, 2-91).
   */
  begin(): Promise<RegistrationStart | null>;
  /** Keeps what was filled in, for this tab; secrets are not among it. */
  keep(draft: RegistrationDraft): void;
  /** Drops what was kept: the next person begins anew (4-15). */
  forget(): void;
  requestCode(input: CodeRequest): Promise<void>;
  /** Whether a code is right; it can still be used afterwards. */
  checkCode(input: CodeTarget & { code: Secret }): Promise<void>;
  /** Makes the account, and keeps its credentials: the person is signed in (2-99). */
  register(account: NewAccount): Promise<void>;
  resetPassword(input: { identifier: Identifier; code: Secret; password: Secret }): Promise<void>;
}
