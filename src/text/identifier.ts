import type { Identifier } from "../../machines/ports/account.ts";

/** A phone number or email as a person reads it. */
export function addressOf(identifier: Identifier): string {
  return identifier.kind === "phone" ? `${identifier.areaCode} ${identifier.phoneNumber}` : identifier.email;
}
