import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Database } from "./store/database.ts";

/** `id` distinguishes logins; `expiresAt` is ms since epoch. */
export interface TokenClaims {
  userID: string;
  platformID: number;
  kind: "im" | "chat" | "admin";
  id: string;
  expiresAt: number;
}

const claimsSchema = v.object({
  userID: v.pipe(v.string(), v.nonEmpty()),
  platformID: v.pipe(v.number(), v.integer()),
  kind: v.picklist(["im", "chat", "admin"]),
  id: v.string(),
  expiresAt: v.number(),
});

/** A compact, URL-safe token: base64url JSON claims, a dot, base64url HMAC-SHA256. */
export function signToken(claims: TokenClaims, secret: string): string {
  const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${body}.${signature(body, secret).toString("base64url")}`;
}

/**
 * Returns the claims of a token. `now` is ms since epoch.
 * @throws ApiError 1503 (malformed or not signed by this server), 1501 (expired)
 */
export function readToken(
  token: string,
  secret: string,
  now: number,
): TokenClaims | { errCode: 1501 | 1503 } {
  const [body, given, ...rest] = token.split(".");
  if (body === undefined || given === undefined || rest.length > 0) return { errCode: 1503 };
  const expected = signature(body, secret);
  const actual = Buffer.from(given, "base64url");
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return { errCode: 1503 };
  const claims = v.safeParse(claimsSchema, parseJson(Buffer.from(body, "base64url").toString("utf8")));
  if (!claims.success) return { errCode: 1503 };
  return claims.output.expiresAt <= now ? { errCode: 1501 } : claims.output;
}

/**
 * Returns the signing secret. It is created at the first start and kept in the store, so that logins survive a
 * restart.
 */
export function getSecret(db: Database): string {
  db.prepare("INSERT INTO settings (key, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING").run(
    randomBytes(32).toString("base64url"),
  );
  const row = db.prepare<{ value: string }>("SELECT value FROM settings WHERE key = 'secret'").get();
  if (row === undefined) throw new Error("the store has no signing secret");
  return row.value;
}

function signature(body: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(body).digest();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
