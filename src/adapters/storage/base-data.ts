import * as v from "valibot";
import type { Place } from "../../../machines/domain/route.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import type { Identifier } from "../../../machines/ports/account.ts";
import { isIdentifier } from "../../../machines/session/identifiers.ts";
import {
  isPassword,
  NO_FIELDS,
  type RegistrationStart,
} from "../../../machines/session/registration-form.ts";

/** Registration data from the address: "none" if there was none, null if it was unreadable. */
export type GivenBaseData = RegistrationStart | "none" | null;

/** Steps whose address may contain `baseData` (2-86 to 2-88). */
const PATHS: readonly string[] = ["/verifyCode", "/setPassword", "/setBaseInfo"];

const text = v.pipe(
  v.nullish(v.string(), ""),
  v.transform((value) => value.trim()),
);
const BaseData = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    areaCode: text,
    phoneNumber: text,
    email: text,
    isRegiste: v.nullish(v.boolean(), false),
    usedFor: v.nullish(v.number()),
    invitationCode: text,
    verifyCode: text,
    verificationCode: text,
    password: text,
    nickname: text,
  }),
);

/** Returns whether `place` has codes or passwords, which must not stay in the address bar (2-89, 2-93). */
export function carriesBaseData({ path, search }: Place): boolean {
  return PATHS.includes(path) && search !== "";
}

/** Reads the query of a registration step. Secrets become `Secret`. A password counts only together with a code. */
export function readBaseData({ path, search }: Place): RegistrationStart | null {
  const parsed = v.safeParse(BaseData, new URLSearchParams(search).get("baseData"));
  if (!parsed.success) return null;
  const given = parsed.output;
  const areaCode = given.areaCode === "" ? NO_FIELDS.areaCode : `+${given.areaCode.replace(/^\+/, "")}`;
  const { phoneNumber, email, invitationCode, nickname } = given;
  const identifier: Identifier =
    phoneNumber === "" ? { kind: "email", email } : { kind: "phone", areaCode, phoneNumber };
  if (!isIdentifier(identifier)) return null;
  const isRegistration = given.isRegiste || given.usedFor === 1 || path === "/setBaseInfo";
  const code = given.verifyCode || given.verificationCode;
  const password = new Secret(code === "" ? "" : given.password);
  return {
    fields: { ...NO_FIELDS, areaCode, phoneNumber, email, invitationCode, nickname },
    codeFor: { purpose: isRegistration ? "register" : "reset", identifier },
    nextCodeAt: 0,
    code: /^\d{6}$/.test(code) ? new Secret(code) : null,
    password: isPassword(password) ? password : null,
  };
}
