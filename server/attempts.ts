import type { ApiError } from "./http.ts";
import { createBuckets } from "./rates.ts";

/** Wrong passwords before the first delay. */
const freeAttempts = 5;
/** Delay in ms after the next wrong password. It doubles with each further one, up to `longestDelay`. */
const firstDelay = 1000;
const longestDelay = 15 * 60_000;
/** Attempts expire after this long without a new one, in ms. */
const memory = 60 * 60_000;

/** Code requests: per address and hour, and per target, address and day. */
const maxCodeRequests = 100;
const codeRequestWindow = 60 * 60_000;
const maxCodesPerDay = 10;
const day = 24 * 60 * 60_000;
/** Time between two codes for the same address, target and purpose, in ms. */
const resendInterval = 60_000;

/** Wrong codes from one address, for one code. */
const maxWrongTries = 5;

/** Answers to one address that reveal whether an account exists. */
const tellingRate = { burst: 50, perMinute: 2 };

/** Maximum number of entries. The least recently used entry goes first. */
const maxRemembered = 10_000;

/**
 * Counts password attempts per account and address, in memory. A stranger's guesses do not lock the owner out.
 * Sign-in with a code is never blocked.
 */
export interface PasswordAttempts {
  /**
   * Counts an attempt before the password is compared, so that parallel guesses count too.
   * Throws a refusal while a delay is running; such an attempt is not counted.
   */
  begin(userID: string, address: string): void;
  succeeded(userID: string, address: string): void;
}

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

export interface CodeRequest {
  target: string;
  purpose: number;
  address: string;
}

/** Counts code requests per address, in memory, so that a stranger's requests do not block the owner. */
export interface CodeRequests {
  /** Counts a request. Throws a refusal after too many within an hour. */
  count(address: string): void;
  check(request: CodeRequest): void;
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

/** Counts wrong codes per address, in memory, so that a stranger's guesses do not invalidate a code. */
export interface CodeAttempts {
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
 * Limits how many answers to one address reveal whether an account exists (wrong password, unknown account). Beyond
 * the limit every attempt is refused unchecked.
 */
export interface RevealingAnswers {
  check(address: string): void;
  /** Counts a refusal and returns it; the caller throws it. */
  told(address: string, refusal: ApiError): ApiError;
}

export function createRevealingAnswers(now: () => number, refuse: Refuse): RevealingAnswers {
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
