import type { ApiError } from "./http.ts";
import { createBuckets } from "./rates.ts";

/** Wrong passwords one may give before having to wait. */
const freeAttempts = 5;
/** The wait after the next one; it doubles with every further one, up to the longest. */
const firstDelay = 1000;
const longestDelay = 15 * 60_000;
/** After this long without an attempt all is forgotten. */
const memory = 60 * 60_000;

/** Requests for verification codes from one address, for all people together and for one person. */
const maxCodeRequests = 100;
const codeRequestWindow = 60 * 60_000;
const maxCodesPerDay = 10;
const day = 24 * 60 * 60_000;
/** Between two requests of one address for one person. */
const resendInterval = 60_000;

/** Wrong codes from one address. */
const maxWrongTries = 5;

/** Answers that say whether somebody has an account, to one address. */
const tellingRate = { burst: 50, perMinute: 2 };

/** So many are remembered; beyond it the one that was quiet for longest is forgotten. */
const maxRemembered = 10_000;

/**
 * Counts attempts at a password per account and address, in memory, so that a stranger's guesses keep nobody out of
 * their own account. Signing in with a code stays possible throughout.
 */
export interface PasswordAttempts {
  /**
   * Counts one attempt before the password is compared, so that parallel guesses are counted too.
   * Throws a refusal while there is something to wait for; such an attempt is not counted.
   */
  begin(userID: string, address: string): void;
  /** Forgets the attempts after a right password. */
  succeeded(userID: string, address: string): void;
}

/** What is thrown when something was tried too often. */
type Refuse = (message: string) => ApiError;

export function createPasswordAttempts(now: () => number, refuse: Refuse): PasswordAttempts {
  const known = createMemory<{ count: number; waitUntil: number }>(now, memory);
  const keyOf = (userID: string, address: string) => `${userID} ${address}`;
  return {
    begin: (userID, address) => {
      const key = keyOf(userID, address);
      const { count, waitUntil } = known.get(key) ?? { count: 0, waitUntil: 0 };
      if (now() < waitUntil) {
        const seconds = Math.ceil((waitUntil - now()) / 1000);
        throw refuse(`too many wrong passwords, try again in ${seconds} s`);
      }
      const delay = count + 1 < freeAttempts ? 0 : firstDelay * 2 ** (count + 1 - freeAttempts);
      known.set(key, { count: count + 1, waitUntil: now() + Math.min(delay, longestDelay) });
    },
    succeeded: (userID, address) => known.delete(keyOf(userID, address)),
  };
}

/** What was asked for a code: by whom, for whom and what for. */
export interface CodeRequest {
  /** The phone number or email address. */
  target: string;
  purpose: number;
  address: string;
}

/** Counts requests for codes by the addresses they come from, in memory, so that a stranger's keep nobody waiting. */
export interface CodeRequests {
  /** Counts a request; throws a refusal when the address asked too often within an hour. */
  count(address: string): void;
  /** Throws a refusal when it is too early for a further code. */
  check(request: CodeRequest): void;
  /** Counts a code that was sent. */
  sent(request: CodeRequest): void;
}

export function createCodeRequests(now: () => number, refuse: Refuse): CodeRequests {
  const ofAddress = createMemory<{ count: number; since: number }>(now, codeRequestWindow);
  const ofTarget = createMemory<readonly { at: number; purpose: number }[]>(now, day);
  const keyOf = ({ target, address }: CodeRequest) => `${target} ${address}`;
  const today = (request: CodeRequest) =>
    (ofTarget.get(keyOf(request)) ?? []).filter(({ at }) => now() - at < day);
  return {
    count: (address) => {
      const last = ofAddress.get(address);
      const { count, since } =
        last !== undefined && now() - last.since < codeRequestWindow ? last : { count: 0, since: now() };
      if (count >= maxCodeRequests) throw refuse("too many codes were asked for, try again later");
      ofAddress.set(address, { count: count + 1, since });
    },
    check: (request) => {
      const sent = today(request);
      const last = sent.findLast(({ purpose }) => purpose === request.purpose);
      if (last !== undefined && now() - last.at < resendInterval) {
        throw refuse("a code was sent less than a minute ago");
      }
      if (sent.length >= maxCodesPerDay) {
        throw refuse("too many codes were sent today, try again tomorrow");
      }
    },
    sent: (request) => {
      const { purpose } = request;
      ofTarget.set(keyOf(request), [...today(request), { at: now(), purpose }]);
    },
  };
}

/** Counts wrong codes by the addresses they come from, in memory, so that a stranger's guesses spoil nobody's code. */
export interface CodeAttempts {
  /** Whether the address has given too many wrong codes in place of this one. */
  isExceeded(codeID: number, address: string): boolean;
  wrong(codeID: number, address: string): void;
}

export function createCodeAttempts(now: () => number, lifetime: number): CodeAttempts {
  const known = createMemory<number>(now, lifetime);
  const keyOf = (codeID: number, address: string) => `${codeID} ${address}`;
  const countOf = (codeID: number, address: string) => known.get(keyOf(codeID, address)) ?? 0;
  return {
    isExceeded: (codeID, address) => countOf(codeID, address) >= maxWrongTries,
    wrong: (codeID, address) => known.set(keyOf(codeID, address), countOf(codeID, address) + 1),
  };
}

/**
 * Bounds how many answers of one address say whether somebody has an account: wrong password, unknown account. Beyond
 * it every try is refused unseen.
 */
export interface TellingAnswers {
  /** Throws a refusal when the address has had too many. */
  check(address: string): void;
  /** Counts one and returns it, to be thrown. */
  told(address: string, refusal: ApiError): ApiError;
}

export function createTellingAnswers(now: () => number, refuse: Refuse): TellingAnswers {
  const buckets = createBuckets(now, maxRemembered);
  return {
    check: (address) => {
      const seconds = buckets.wait(address, tellingRate);
      if (seconds > 0) throw refuse(`too many failed tries, try again in ${seconds} s`);
    },
    told: (address, refusal) => {
      buckets.take(address, tellingRate);
      return refusal;
    },
  };
}

/** A bounded map whose entries are forgotten `lifetime` ms after they were last set. */
function createMemory<Value>(now: () => number, lifetime: number) {
  const entries = new Map<string, { value: Value; until: number }>();
  return {
    get: (key: string): Value | undefined => {
      const entry = entries.get(key);
      return entry !== undefined && now() < entry.until ? entry.value : undefined;
    },
    set: (key: string, value: Value) => {
      entries.delete(key);
      entries.set(key, { value, until: now() + lifetime });
      const [oldest] = entries.keys();
      if (entries.size > maxRemembered && oldest !== undefined) entries.delete(oldest);
    },
    delete: (key: string) => {
      entries.delete(key);
    },
  };
}
