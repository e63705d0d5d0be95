/** Making an account and resetting a password: what is filled in, what is kept of it, and at which addresses. */

import type { FailureCode } from "../domain/failure.ts";
import type { Gender } from "../domain/people.ts";
import type { Place } from "../domain/route.ts";
import type { Secret } from "../domain/secret.ts";
import type { Identifier } from "../ports/account.ts";

/** What a code is asked for: a new account, or a new password. */
export type Purpose = "register" | "reset";

/** Whom a code was asked for, and for what; it opens nothing else. */
export interface CodeTarget {
  purpose: Purpose;
  identifier: Identifier;
}

/** What a code is asked for with; the invitation is empty where there is none. */
export interface CodeRequest extends CodeTarget {
  invitationCode: string;
}

/** What the person fills in, secrets apart. */
export interface RegistrationFields {
  areaCode: string;
  phoneNumber: string;
  email: string;
  invitationCode: string;
  nickname: string;
  gender: Gender;
  /** Milliseconds since the epoch; null for not said. */
  birth: number | null;
}

/** What outlives a reload, in this tab only: no code and no password. */
export interface RegistrationDraft {
  fields: RegistrationFields;
  codeFor: CodeTarget | null;
  /** When the next code may be asked for, in milliseconds since the epoch. */
  nextCodeAt: number;
}

/** What the flow begins with: a draft, and the secrets of the address the page was opened at, if it had any. */
export interface RegistrationStart extends RegistrationDraft {
  code: Secret | null;
  password: Secret | null;
}

/** What a code opened: whose it is, and what was filled in on the way. */
export interface ProvenCode {
  codeFor: CodeTarget;
  code: Secret;
  fields: RegistrationFields;
}

export type RegistrationField =
  | "identifier"
  | "invitation"
  | "code"
  | "password"
  | "confirmation"
  | "nickname"
  | "form";

/** One sentence under the field that caused it. */
export interface RegistrationError {
  field: RegistrationField;
  code:
    | "phoneInvalid"
    | "emailInvalid"
    | "invitationCode"
    | "codeInvalid"
    | "passwordFormat"
    | "passwordMismatch"
    | "empty"
    | FailureCode;
}

export const NO_FIELDS: RegistrationFields = {
  areaCode: "+86",
  phoneNumber: "",
  email: "",
  invitationCode: "",
  nickname: "",
  gender: 2,
  birth: null,
};

/** Characters of a name, at most. */
export const NAME_LENGTH = 20;

/** What the address of the first step says: JSON booleans; anything else is false (2-85, 2-92). */
export function codeRequestIn({ search }: Place): { purpose: Purpose; identifierKind: Identifier["kind"] } {
  const query = new URLSearchParams(search);
  const isTrue = (name: string) => query.get(name)?.trim() === "true";
  return {
    purpose: isTrue("isRegiste") ? "register" : "reset",
    identifierKind: isTrue("isByEmail") ? "email" : "phone",
  };
}

/** The address of the first step. */
export function codeRequestPath(purpose: Purpose, kind: Identifier["kind"]): string {
  return `/getCode?isRegiste=${purpose === "register"}&isByEmail=${kind === "email"}`;
}

/** What is asked for at the first step: for what, and whom, spaces around dropped (5-17). */
export function targetIn(place: Place, fields: RegistrationFields): CodeTarget {
  const { purpose, identifierKind } = codeRequestIn(place);
  const { areaCode, phoneNumber, email } = fields;
  const identifier: Identifier =
    identifierKind === "phone"
      ? { kind: "phone", areaCode, phoneNumber: phoneNumber.trim() }
      : { kind: "email", email: email.trim() };
  return { purpose, identifier };
}

/** What is asked for with it; an invitation is for new accounts. */
export function requestOf(target: CodeTarget, { invitationCode }: RegistrationFields): CodeRequest {
  return { ...target, invitationCode: target.purpose === "register" ? invitationCode.trim() : "" };
}

/** One of the steps. */
export function isStep(place: Place): boolean {
  return place.path === "/getCode" || place.path === "/verifyCode" || isBehindCode(place);
}

/** A step that only a right code leads to. */
export function isBehindCode({ path }: Place): boolean {
  return path === "/setPassword" || path === "/setBaseInfo";
}

/** Where what was refused can be put right; null where the person is. */
export function faultPath({ field }: RegistrationError, { purpose, identifier }: CodeTarget): string | null {
  if (field === "code") return "/verifyCode";
  const isAsked = field === "identifier" || field === "invitation";
  return isAsked ? codeRequestPath(purpose, identifier.kind) : null;
}

/** What there is so far on the way to a new account or password. */
type Progress = { place: Place; fields: RegistrationFields; codeFor: CodeTarget | null; code: Secret | null };

/** Where an address leads that asks for more than there is; null where it is right (2-90, 2-91). */
export function detourOf({ place, codeFor, code }: Progress): string | null {
  if (!isStep(place) || place.path === "/getCode") return null;
  if (codeFor === null) return "/login";
  return isBehindCode(place) && code === null ? "/verifyCode" : null;
}

/** Whom the code went to; steps that need it are not entered without. */
export function sentTo({ codeFor }: Progress): CodeTarget {
  if (codeFor === null) throw new Error("No code was asked for");
  return codeFor;
}

export function provenOf(progress: Progress): ProvenCode {
  const { code, fields } = progress;
  if (code === null) throw new Error("No code was right");
  return { codeFor: sentTo(progress), code, fields };
}

/** 5-02, 9-16: 6 to 20 characters, digits and letters among them. */
export function isPassword(secret: Secret): boolean {
  return /^(?=.*\d)(?=.*[A-Za-z]).{6,20}$/.test(secret.reveal());
}

/** The field a server's refusal belongs under; an invitation is asked for when there is none (5-20). */
export function errorOf(
  code: FailureCode,
  { invitationCode }: Pick<RegistrationFields, "invitationCode">,
): RegistrationError {
  switch (code) {
    case "unknownAccount":
    case "phoneRegistered":
    case "accountRegistered":
      return { field: "identifier", code };
    case "invitationUnknown":
    case "invitationUsed":
      return { field: "invitation", code: invitationCode.trim() === "" ? "invitationCode" : code };
    case "wrongCode":
    case "codeExpired":
    case "codeAttemptsExceeded":
    case "codeUsed":
      return { field: "code", code };
    default:
      return { field: "form", code };
  }
}

/** Whether two are the same phone number or address. */
export function isSameTarget(one: CodeTarget, other: CodeTarget): boolean {
  if (one.purpose !== other.purpose) return false;
  const [a, b] = [one.identifier, other.identifier];
  if (a.kind === "phone")
    return b.kind === "phone" && a.areaCode === b.areaCode && a.phoneNumber === b.phoneNumber;
  return b.kind === "email" && a.email === b.email;
}
