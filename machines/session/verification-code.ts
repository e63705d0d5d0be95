import type { Secret } from "../domain/secret.ts";

/** Wait between two codes, in milliseconds (5-13). */
export const RESEND_AFTER = 60_000;

/** 9-14: exactly six digits. */
export function isVerificationCode(secret: Secret): boolean {
  return /^\d{6}$/.test(secret.reveal());
}
