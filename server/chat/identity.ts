import { refusals } from "./errors.ts";

export type Identity =
  | { kind: "phone"; areaCode: string; phoneNumber: string }
  | { kind: "email"; email: string }
  | { kind: "account"; account: string };

export type Reachable = Exclude<Identity, { kind: "account" }>;

export interface IdentityFields {
  areaCode: string;
  phoneNumber: string;
  email: string;
  account: string;
}

/** Returns the one identity in the fields. Throws 1001 when there is none, several or a malformed one. */
export function readIdentity(fields: IdentityFields): Identity {
  const given = [fields.phoneNumber, fields.email, fields.account].filter((value) => value !== "");
  if (given.length !== 1) {
    throw refusals.arguments("give either a phone number, an email address or an account name");
  }
  if (fields.phoneNumber !== "") return readPhone(fields.areaCode, fields.phoneNumber);
  if (fields.email !== "") return { kind: "email", email: readEmail(fields.email) };
  return { kind: "account", account: readAccountName(fields.account) };
}

/** Like {@link readIdentity}, but only for an identity that can receive a code. */
export function readReachable(fields: IdentityFields): Reachable {
  const identity = readIdentity(fields);
  if (identity.kind === "account") {
    throw refusals.arguments("give either a phone number or an email address");
  }
  return identity;
}

/** "86" and "+86" are the same area code. +86 numbers are mobile numbers; others have 5 to 15 digits. */
function readPhone(areaCode: string, phoneNumber: string): Reachable {
  if (!/^\+?[1-9]\d{0,3}$/.test(areaCode)) {
    throw refusals.arguments("areaCode must be a plus sign and one to four digits");
  }
  const normalised = areaCode.startsWith("+") ? areaCode : `+${areaCode}`;
  const pattern = normalised === "+86" ? /^1[3-9]\d{9}$/ : /^\d{5,15}$/;
  if (!pattern.test(phoneNumber)) throw refusals.arguments("phoneNumber must be a phone number in digits");
  return { kind: "phone", areaCode: normalised, phoneNumber };
}

function readEmail(email: string): string {
  if (/[\p{Cc}\p{Cf}]/u.test(email) || !/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(email)) {
    throw refusals.arguments("email must be an email address");
  }
  return email.toLowerCase();
}

/** Account names begin with a letter, so that none looks like a phone number, and contain no @. */
export function readAccountName(account: string): string {
  if (!/^\p{L}[\p{L}\p{N}_.-]{2,31}$/u.test(account)) {
    throw refusals.arguments(
      "account must have 3 to 32 letters, digits, dots, dashes or underscores, beginning with a letter",
    );
  }
  return account;
}

/** The key a code is bound to, unique per phone number or email address. */
export function targetOf(identity: Reachable): string {
  return identity.kind === "phone" ? `${identity.areaCode} ${identity.phoneNumber}` : identity.email;
}

/** The target for display, with the middle hidden: "+86 138****0001", "al***@parley.test". */
export function maskedTarget(identity: Reachable): string {
  if (identity.kind === "phone") {
    const { areaCode, phoneNumber } = identity;
    const shown = phoneNumber.length >= 9 ? 3 : 1;
    const end = phoneNumber.length >= 9 ? 4 : 2;
    return `${areaCode} ${phoneNumber.slice(0, shown)}****${phoneNumber.slice(-end)}`;
  }
  const [name = "", host = ""] = identity.email.split("@");
  return `${name.slice(0, 2)}***@${host}`;
}
