// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createCodeAttempts,
  createCodeRequests,
  createPasswordAttempts,
  createRevealingAnswers,
} from "../../../server/attempts.ts";
import { accountTables } from "../../../server/chat/account-tables.ts";
import { codeLifetime, createVerificationCodes, purposes } from "../../../server/chat/codes.ts";
import { ApiError } from "../../../server/http.ts";
import { type Database, inMemory, openDatabase } from "../../../server/store/database.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let time: number;
beforeEach(() => {
  time = Date.UTC(2026, 4, 6, 9, 30);
});
const now = () => time;
const refuse = (message: string) => new ApiError(20005, message);

/** Returns the message of the refusal, or null. */
function refusalOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.message : String(error);
  }
}

describe("8-09 wrong passwords", () => {
  const tryAgain = (seconds: number) =>
    expect.stringContaining(`too many wrong passwords, try again in ${seconds} s`);
  const setUp = () => {
    const attempts = createPasswordAttempts(now, refuse);
    return { ...attempts, guess: (userID = "ann") => refusalOf(() => attempts.begin(userID, "1.2.3.4")) };
  };

  it("delay the next one twice as long each time, at most fifteen minutes", () => {
    const { guess } = setUp();
    for (let free = 0; free < 5; free += 1) expect(guess()).toBeNull();
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
      expect(guess()).toEqual(tryAgain(seconds));
      time += seconds * 1000 - 1;
      expect(guess()).toEqual(tryAgain(1));
      time += 1;
      expect(guess()).toBeNull();
    }
  });

  it("are forgotten an hour after the last one", () => {
    const { guess } = setUp();
    for (let free = 0; free < 5; free += 1) guess();
    time += hour - 1;
    expect(guess()).toBeNull();
    expect(guess()).toEqual(tryAgain(2));
    time += hour;
    for (let free = 0; free < 5; free += 1) expect(guess()).toBeNull();
  });

  it("for ten thousand accounts are remembered, those of the longest ago are forgotten", () => {
    const { guess } = setUp();
    for (const userID of ["ben", "ann"]) for (let free = 0; free < 4; free += 1) guess(userID);
    guess("ann");
    for (let other = 0; other < 9998; other += 1) guess(`other${other}`);
    guess("ben");
    expect(guess("ben")).toEqual(tryAgain(1));
    guess("one more");
    expect(guess("ben")).toEqual(tryAgain(1));
    expect(guess("ann")).toBeNull();
  });
});

describe("8-09 codes", () => {
  it("of one day are counted, not those of the days before", () => {
    const requests = createCodeRequests(now, refuse);
    const request = { target: "+86 139", purpose: 1, address: "1.2.3.4" };
    const ask = () => {
      const refusal = refusalOf(() => requests.check(request));
      if (refusal === null) requests.sent(request);
      return refusal;
    };
    for (let sent = 0; sent < 30; sent += 1) {
      expect(ask()).toBeNull();
      time += day / 10;
    }
    time -= day / 10 - minute;
    expect(ask()).toEqual(expect.stringContaining("too many codes were sent today"));
  });
});

describe("8-13 a code that two requests use at the same time", () => {
  const identity = { kind: "email", email: "ann@parley.test" } as const;
  let db: Database;
  beforeEach(() => {
    db = openDatabase(inMemory, accountTables);
  });
  afterEach(() => db.close());

  /** The first request waits until `settle` is called. The second one begins meanwhile. */
  function setUp() {
    const printed: string[] = [];
    const codes = createVerificationCodes({
      ...{ db, now, print: (line: string) => printed.push(line) },
      attempts: createCodeAttempts(now, codeLifetime),
      requests: createCodeRequests(now, refuse),
    });
    codes.send(identity, purposes.resetPassword, "1.2.3.4");
    const code = /: (\d{6}) \(/.exec(printed[0] ?? "")?.[1] ?? "";
    const given = { identity, purpose: purposes.resetPassword, code, address: "1.2.3.4" };
    const prepared: string[] = [];
    const use = (name: string, prepare: () => Promise<void>) =>
      codes
        .use(given, {
          prepare: () => {
            prepared.push(name);
            return prepare();
          },
          finish: () => name,
        })
        .catch((error: unknown) => (error instanceof ApiError ? error.errCode : String(error)));
    let settle = (_failure?: Error) => {};
    const held = new Promise<void>((resolve, reject) => {
      settle = (failure) => (failure ? reject(failure) : resolve());
    });
    const answers = Promise.all([use("first", () => held), use("second", async () => {})]);
    return { prepared, settle, answers };
  }

  it("is used up by the first one, and the second one prepares nothing", async () => {
    const { prepared, settle, answers } = setUp();
    await new Promise((resolve) => setImmediate(resolve));
    expect(prepared).toEqual(["first"]);
    settle();
    expect(await answers).toEqual(["first", 20009]);
    expect(prepared).toEqual(["first"]);
  });

  it("stays valid for the second one if the first one fails", async () => {
    const { settle, answers } = setUp();
    settle(refuse("no room"));
    expect(await answers).toEqual([20005, "second"]);
  });
});

describe("8-09 answers that tell whether an account exists", () => {
  it("are fifty at once, and then one in thirty seconds", () => {
    const answers = createRevealingAnswers(now, refuse);
    const told = () => answers.told("1.2.3.4", refuse("no such account"));
    for (let count = 0; count < 50; count += 1) {
      expect(refusalOf(() => answers.check("1.2.3.4"))).toBeNull();
      expect(told().message).toContain("no such account");
    }
    expect(refusalOf(() => answers.check("1.2.3.4"))).toContain("too many failed tries, try again in 30 s");
    expect(refusalOf(() => answers.check("5.6.7.8"))).toBeNull();
    time += 29_999;
    expect(refusalOf(() => answers.check("1.2.3.4"))).toContain("try again in 1 s");
    time += 1;
    expect(refusalOf(() => answers.check("1.2.3.4"))).toBeNull();
  });
});
