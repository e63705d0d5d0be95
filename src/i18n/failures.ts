import type { FailureCode } from "../../machines/domain/failure.ts";
import type { SignedInToastKey, ToastContent, ToastKey } from "../../machines/domain/toast.ts";
import type { PasswordError } from "../../machines/people/own-profile.ts";
import type { RegistrationError } from "../../machines/session/registration-form.ts";
import type { SignInError } from "../../machines/session/sign-in.ts";
import type { Translate } from "./text.ts";

/** Failure messages (8-04..8-17, 8-25). */
export function failureText(t: Translate, code: FailureCode): string {
  return t(`failure.${code}`);
}

/** Toast texts (8-18..8-24). */
export function toastText(t: Translate, toast: ToastContent): string {
  if (!("failure" in toast)) return t(isWhole(toast.key) ? toast.key : `messageTip.${toast.key}`);
  const failure = failureText(t, toast.failure);
  return "key" in toast ? t(toast.key, { failure }) : failure;
}

/** Whether the key names its section. */
function isWhole(key: ToastKey | SignedInToastKey): key is SignedInToastKey {
  return key.includes(".");
}

export type FormError = SignInError["code"] | RegistrationError["code"] | PasswordError["code"];

/** A validation error of a form field (5-05 to 5-10). */
type FormFault = Exclude<FormError, FailureCode>;

const FORM_FAULTS: Readonly<Record<FormFault, true>> = {
  phoneInvalid: true,
  emailInvalid: true,
  passwordMissing: true,
  codeInvalid: true,
  invitationCode: true,
  passwordFormat: true,
  passwordUnchanged: true,
  passwordMismatch: true,
  empty: true,
};

export function formErrorText(t: Translate, code: FormError): string {
  return isFormFault(code) ? t(`validation.${code}`) : failureText(t, code);
}

function isFormFault(code: FormError): code is FormFault {
  return Object.hasOwn(FORM_FAULTS, code);
}
