import type { ApiError } from "./http.ts";

/** Wrong passwords one may give before having to wait. */
const freeAttempts = 5;
/** The wait after the next one; it doubles with every further one, up to the longest. */
const firstDelay = 1000;
const longestDelay = 15 * 60_000;
/** After this long without an attempt all is forgotten. */
const memory = 60 * 60_000;

/** Requests for verification codes from one address. */
const maxCodeRequests = 100;
const codeRequestWindow = 60 * 60_000;

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

/** Counts a request for a code; throws a refusal when the address asked too often within an hour. */
export type CountCodeRequest = (address: string) => void;

export function createCodeRequests(now: () => number, refuse: Refuse): CountCodeRequest {
  const known = createMemory<{ count: number; since: number }>(now, codeRequestWindow);
  return (address) => {
    const last = known.get(address);
    const { count, since } =
      last !== undefined && now() - last.since < codeRequestWindow ? last : { count: 0, since: now() };
    if (count >= maxCodeRequests) throw refuse("too many codes were asked for, try again later");
    known.set(address, { count: count + 1, since });
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
