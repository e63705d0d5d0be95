import { refusals } from "./errors.ts";

/** How many wrong passwords an account bears before it refuses passwords for the rest of the window. */
export const maxAttempts = 10;
export const attemptWindow = 15 * 60_000;

/** Counts password attempts per account, in memory. Signing in with a code stays possible throughout. */
export interface PasswordAttempts {
  /**
   * Counts one attempt before the password is compared, so that parallel guesses are counted too.
   * Throws 20005 once too many failed.
   */
  begin(userID: string): void;
  /** Forgets the attempts after a right password. */
  succeeded(userID: string): void;
}

export function createPasswordAttempts(now: () => number): PasswordAttempts {
  const windows = new Map<string, { endsAt: number; count: number }>();
  return {
    begin: (userID) => {
      const open = windows.get(userID);
      const window =
        open !== undefined && open.endsAt > now() ? open : { endsAt: now() + attemptWindow, count: 0 };
      windows.set(userID, window);
      if (window.count >= maxAttempts) {
        const minutes = Math.ceil((window.endsAt - now()) / 60_000);
        throw refusals.tooFrequent(`too many wrong passwords, try again in ${minutes} min`);
      }
      window.count += 1;
    },
    succeeded: (userID) => {
      windows.delete(userID);
    },
  };
}
