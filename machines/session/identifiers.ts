import type { Identifier } from "../ports/account.ts";

/** 5-14: +86 needs 1[3-9] and nine digits, other countries 5 to 15 digits. 5-15: a plausible email address. */
export function isIdentifier(identifier: Identifier): boolean {
  if (identifier.kind === "email") return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(identifier.email);
  const pattern = identifier.areaCode === "+86" ? /^1[3-9]\d{9}$/ : /^\d{5,15}$/;
  return pattern.test(identifier.phoneNumber);
}
