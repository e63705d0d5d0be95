import { randomInt } from "node:crypto";
import type { CodeAttempts, CodeRequests } from "../attempts.ts";
import type { Database } from "../store/database.ts";
import { refusals } from "./errors.ts";
import { maskedTarget, type Reachable, targetOf } from "./identity.ts";

/** OpenIM's numbers. A code is valid for one purpose only. */
export const purposes = { register: 1, resetPassword: 2, signIn: 3 } as const;
export type Purpose = (typeof purposes)[keyof typeof purposes];

export const codeLifetime = 10 * 60_000;
const day = 24 * 60 * 60_000;
/** Wrong attempts from all addresses together that invalidate a code. */
const maxWrongTriesOfAll = 50;
/** Codes per target and day, from all addresses together. */
const maxCodesPerDayOfAll = 50;

const purposeNames: Record<Purpose, string> = { 1: "register", 2: "reset the password", 3: "sign in" };

/** Verification codes: six digits, for one target and purpose. Only the newest is valid. */
export interface VerificationCodes {
  /** Creates a code and prints it on the terminal. Throws 20005 when `address` asks too often. */
  send(identity: Reachable, purpose: Purpose, address: string): void;
  /** Throws 20006 wrong, 20007 expired or never sent, 20008 tried too often, 20009 used. Does not use the code up. */
  check(given: GivenCode): void;
  /** Checks the code and uses it up. */
  consume(given: GivenCode): void;
  /**
   * Checks the code, runs `prepare`, then uses the code up in one transaction with `finish`, which gets the prepared
   * value. Parallel requests with the same code wait. When a step fails, the code stays valid.
   */
  use<Prepared, Result>(given: GivenCode, steps: CodeSteps<Prepared, Result>): Promise<Result>;
}

export interface GivenCode {
  identity: Reachable;
  purpose: Purpose;
  code: string;
  address: string;
}

export interface CodeSteps<Prepared, Result> {
  /** Runs once the code is known to be correct, used or not. It may throw an error that comes before 20009. */
  check?: () => void;
  prepare: () => Promise<Prepared>;
  /** Runs in a transaction. */
  finish: (prepared: Prepared) => Result;
}

interface CodeRow {
  id: number;
  code: string;
  sentAt: number;
  wrongTries: number;
  used: number;
}

export function createVerificationCodes(deps: {
  db: Database;
  now: () => number;
  print: (line: string) => void;
  attempts: CodeAttempts;
  requests: CodeRequests;
}): VerificationCodes {
  const { db, now, print, attempts, requests } = deps;

  const newest = (target: string, purpose: Purpose) =>
    db
      .prepare<CodeRow>(
        `SELECT id, code, sentAt, wrongTries, used FROM verification_codes
         WHERE target = ? AND usedFor = ? ORDER BY id DESC LIMIT 1`,
      )
      .get(target, purpose);

  /** The row of a correct code, used or not. */
  const findRight = ({ identity, purpose, code, address }: GivenCode): CodeRow => {
    const row = newest(targetOf(identity), purpose);
    if (row === undefined) throw refusals.codeExpired();
    if (now() - row.sentAt >= codeLifetime) throw refusals.codeExpired();
    if (row.wrongTries >= maxWrongTriesOfAll || attempts.isExceeded(row.id, address)) {
      throw refusals.codeTriesExceeded();
    }
    if (row.code !== code) {
      attempts.wrong(row.id, address);
      db.prepare("UPDATE verification_codes SET wrongTries = wrongTries + 1 WHERE id = ?").run(row.id);
      throw refusals.codeWrong();
    }
    return row;
  };

  const find = (given: GivenCode): CodeRow => {
    const row = findRight(given);
    if (row.used === 1 || inUse.has(row.id)) throw refusals.codeUsed();
    return row;
  };
  const inUse = new Map<number, Promise<void>>();
  const markUsed = (id: number) => db.prepare("UPDATE verification_codes SET used = 1 WHERE id = ?").run(id);

  return {
    send: (identity, purpose, address) => {
      const target = targetOf(identity);
      const request = { target, purpose, address };
      requests.check(request);
      db.prepare("DELETE FROM verification_codes WHERE sentAt <= ?").run(now() - day);
      const today = db
        .prepare<{ sent: number }>("SELECT count(*) AS sent FROM verification_codes WHERE target = ?")
        .get(target);
      if (today !== undefined && today.sent >= maxCodesPerDayOfAll) {
        throw refusals.tooFrequent("too many codes were sent today, try again tomorrow");
      }
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      db.prepare("INSERT INTO verification_codes (target, usedFor, code, sentAt) VALUES (?, ?, ?, ?)").run(
        target,
        purpose,
        code,
        now(),
      );
      requests.sent(request);
      print(`Verification code for ${maskedTarget(identity)}: ${code} (${purposeNames[purpose]})`);
    },
    check: (given) => {
      find(given);
    },
    consume: (given) => {
      markUsed(find(given).id);
    },
    use: async (given, { check, prepare, finish }) => {
      const known = findRight(given).id;
      for (let other = inUse.get(known); other !== undefined; other = inUse.get(known)) await other;
      check?.();
      const { id } = find(given);
      let settle = () => {};
      inUse.set(id, new Promise((resolve) => (settle = resolve)));
      try {
        const prepared = await prepare();
        return db.transaction(() => {
          markUsed(id);
          return finish(prepared);
        })();
      } finally {
        inUse.delete(id);
        settle();
      }
    },
  };
}
