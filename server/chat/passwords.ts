import { randomBytes, type ScryptOptions, scrypt, scryptSync, timingSafeEqual } from "node:crypto";

// The client sends the md5 of a password, which is as secret as the password, so it is hashed like one. The cost is an
// OWASP recommendation (N 2^14, r 8, p 5): about 16 MiB and a few 100 ms.
const strongCost = { N: 2 ** 14, r: 8, p: 5 };
const publicCost = { N: 2 ** 10, r: 8, p: 1 };
const keyBytes = 32;
const saltBytes = 16;

export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** Returns the stored form of a password: `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export type HashPassword = (password: string) => Promise<string>;

export function createPasswordHash(cost: PasswordCost = strongCost): HashPassword {
  return async (password) => {
    const salt = randomBytes(saltBytes);
    return format(salt, await derive(password, salt, cost), cost);
  };
}

/**
 * Returns the stored form of a public password. Blocks for about 2 ms: a higher cost would protect nothing and would
 * slow every sign-in.
 */
export function hashPublicPassword(password: string): string {
  const salt = randomBytes(saltBytes);
  return format(salt, scryptSync(password, salt, keyBytes, publicCost), publicCost);
}

/** Whether `password` matches the stored form. Takes the same time for both results. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = stored.split("$");
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function format(salt: Buffer, key: Buffer, { N, r, p }: PasswordCost): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
