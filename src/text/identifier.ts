import type { Identifier } from "../../machines/ports/account.ts";

export function addressOf(identifier: Identifier): string {
  return identifier.kind === "phone" ? `${identifier.areaCode} ${identifier.phoneNumber}` : identifier.email;
}
