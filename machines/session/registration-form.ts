/** Registration and password reset: form fields, the stored draft and addresses. Pure functions. */

import type { FailureCode } from "../domain/failure.ts";
import type { Gender } from "../domain/people.ts";
import type { Place } from "../domain/route.ts";
import type { Secret } from "../domain/secret.ts";
import type { Identifier } from "../ports/account.ts";

export type Purpose = "register" | "reset";

/** Receiver and purpose of a code; the code is valid for nothing else. */
export interface CodeTarget {
  purpose: Purpose;
  identifier: Identifier;
}

/** A request for a code; `invitationCode` is empty if there is none. */
export interface CodeRequest extends CodeTarget {
  invitationCode: string;
}

export interface RegistrationFields {
  areaCode: string;
  phoneNumber: string;
  email: string;
  invitationCode: string;
  nickname: string;
  gender: Gender;
  /** Milliseconds since the epoch; null if not given. */
  birth: number | null;
}

/** The part that survives a reload, in this tab only: no code and no password. */
export interface RegistrationDraft {
  fields: RegistrationFields;
  codeFor: CodeTarget | null;
  /** When the next code may be requested, in milliseconds since the epoch. */
  nextCodeAt: number;
}

/** Start of the flow: a draft, and the secrets in the address of the page, if any. */
export interface RegistrationStart extends RegistrationDraft {
  code: Secret | null;
  password: Secret | null;
}

/**
 * Returns the start of the flow, null for an empty form, and the target of a code that the address claims and this tab
 * has not requested.
 *
 * @param given the data in the address of the page: "none" without data, null if it is invalid
 * @param draft the draft that this tab has stored
 */
export function startedWith(
  given: RegistrationStart | "none" | null,
  draft: RegistrationDraft | null,
): { start: RegistrationStart | null; claimed: CodeTarget | null } {
  if (given === "none") return { start: draft && { ...draft, code: null, password: null }, claimed: null };
  if (!given?.codeFor) return { start: given, claimed: null };
  const isOwn = draft?.codeFor != null && isSameTarget(draft.codeFor, given.codeFor);
  // A link from another person would make the user complete and use that person's account.
  if (!isOwn && given.code !== null) return { start: null, claimed: null };
  return { start: given, claimed: isOwn ? null : given.codeFor };
}

/** Returns the draft to store. The target of a code is stored once this tab has requested the code. */
export function draftToStore(draft: RegistrationDraft, claimed: CodeTarget | null): RegistrationDraft {
  const isClaimed =
    claimed !== null &&
    draft.codeFor !== null &&
    draft.nextCodeAt === 0 &&
    isSameTarget(draft.codeFor, claimed);
  return isClaimed ? { ...draft, codeFor: null } : draft;
}

/** State after a correct code: its receiver and the input so far. */
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

/** Maximum length of a name, in characters. */
export const NAME_LENGTH = 20;

/** Reads the query of the first step: JSON booleans; anything else is false (2-85, 2-92). */
export function codeRequestIn({ search }: Place): { purpose: Purpose; identifierKind: Identifier["kind"] } {
  const query = new URLSearchParams(search);
  const isTrue = (name: string) => query.get(name)?.trim() === "true";
  return {
    purpose: isTrue("isRegiste") ? "register" : "reset",
    identifierKind: isTrue("isByEmail") ? "email" : "phone",
  };
}

export function codeRequestPath(purpose: Purpose, kind: Identifier["kind"]): string {
  return `/getCode?isRegiste=${purpose === "register"}&isByEmail=${kind === "email"}`;
}

/** Returns purpose and receiver of the code, with outer spaces removed (5-17). */
export function targetIn(place: Place, fields: RegistrationFields): CodeTarget {
  const { purpose, identifierKind } = codeRequestIn(place);
  const { areaCode, phoneNumber, email } = fields;
  const identifier: Identifier =
    identifierKind === "phone"
      ? { kind: "phone", areaCode, phoneNumber: phoneNumber.trim() }
      : { kind: "email", email: email.trim() };
  return { purpose, identifier };
}

/** Adds the invitation code, for new accounts only. */
export function requestOf(target: CodeTarget, { invitationCode }: RegistrationFields): CodeRequest {
  return { ...target, invitationCode: target.purpose === "register" ? invitationCode.trim() : "" };
}

export function isStep(place: Place): boolean {
  return place.path === "/getCode" || place.path === "/verifyCode" || isBehindCode(place);
}

export function isBehindCode({ path }: Place): boolean {
  return path === "/setPassword" || path === "/setBaseInfo";
}

/** Returns the address where the refused field can be corrected; null if it is on the current page. */
export function faultPath({ field }: RegistrationError, { purpose, identifier }: CodeTarget): string | null {
  if (field === "code") return "/verifyCode";
  const isAsked = field === "identifier" || field === "invitation";
  return isAsked ? codeRequestPath(purpose, identifier.kind) : null;
}

type Progress = { place: Place; fields: RegistrationFields; codeFor: CodeTarget | null; code: Secret | null };

/** Returns the step to redirect to if input for this address is missing, else null (2-90, 2-91). */
export function redirectOf({ place, codeFor, code }: Progress): string | null {
  if (!isStep(place) || place.path === "/getCode") return null;
  if (codeFor === null) return "/login";
  return isBehindCode(place) && code === null ? "/verifyCode" : null;
}

export function sentTo({ codeFor }: Progress): CodeTarget {
  if (codeFor === null) throw new Error("No code is requested");
  return codeFor;
}

export function provenOf(progress: Progress): ProvenCode {
  const { code, fields } = progress;
  if (code === null) throw new Error("No code is verified");
  return { codeFor: sentTo(progress), code, fields };
}

/** 5-02, 9-16: 6 to 20 characters with at least one digit and one letter. */
export function isPassword(secret: Secret): boolean {
  return /^(?=.*\d)(?=.*[A-Za-z]).{6,20}$/.test(secret.reveal());
}

/** Returns where to show a server's refusal. A required but empty invitation code has its own text (5-20). */
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

/** Whether the phone number or email address has an account already. Only a right code tells it. */
export function isTaken(error: RegistrationError | null): boolean {
  return error?.code === "phoneRegistered" || error?.code === "accountRegistered";
}

/** Whether both are the same purpose and the same phone number or email address. */
export function isSameTarget(one: CodeTarget, other: CodeTarget): boolean {
  if (one.purpose !== other.purpose) return false;
  const [a, b] = [one.identifier, other.identifier];
  if (a.kind === "phone")
    return b.kind === "phone" && a.areaCode === b.areaCode && a.phoneNumber === b.phoneNumber;
  return b.kind === "email" && a.email === b.email;
}
