import type { Identifier } from "../../machines/ports/account.ts";

/** Returns a phone number with its area code, or an email address. */
export function addressOf(identifier: Identifier): string {
  return identifier.kind === "phone" ? `${identifier.areaCode} ${identifier.phoneNumber}` : identifier.email;
}
