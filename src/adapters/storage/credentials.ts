import { Failure } from "../../../machines/domain/failure.ts";
import type { CredentialsPort } from "../../../machines/ports/account.ts";

export interface Credentials {
  userID: string;
  imToken: string;
  chatToken: string;
}

/** Access to the credentials for other adapters. Charts see only `port`. */
export interface CredentialStore {
  port: CredentialsPort;
  /** Returns the complete set, or null if one of the three is missing. */
  read(): Credentials | null;
  /** Returns the same, and remembers it as that of this tab's login. */
  use(): Credentials | null;
  /** Token to request media access: the chat token, or the IM token if there is none (0-02). */
  mediaToken(): string | null;
  /** Throws a `Failure` if the browser refuses to store them: "deviceFull" if there is no room. */
  keep(credentials: Credentials): void;
}

/** Local storage names of openim-h5, so that a user signed in there stays signed in here (3-30, 3-31). */
const KEYS = { userID: "IM_USERID", imToken: "IM_TOKEN", chatToken: "IM_CHAT_TOKEN" } as const;

const itemIn = (storage: Storage, key: string): string | null => {
  const value = storage.getItem(key);
  return value === null || value === "" || value === "undefined" || value === "null" ? null : value;
};

/** Returns the complete set, or null if one of the three is missing or `storage` is not accessible. */
export function readCredentials(storage: Storage): Credentials | null {
  try {
    const userID = itemIn(storage, KEYS.userID);
    const imToken = itemIn(storage, KEYS.imToken);
    const chatToken = itemIn(storage, KEYS.chatToken);
    return userID && imToken && chatToken ? { userID, imToken, chatToken } : null;
  } catch {
    return null;
  }
}

/**
 * Stores credentials in local storage. `window` receives the storage events of other tabs: a sign-out there removes the
 * credentials, and a sign-in as another user replaces them. Either is reported as `credentials.gone`.
 */
export function createCredentials(
  storage: Storage,
  window: Pick<Window, "addEventListener" | "removeEventListener">,
): CredentialStore {
  const read = () => readCredentials(storage);
  /** The IM token of this tab's login. */
  let used: string | undefined;
  const isReplaced = () => (read()?.imToken ?? used) !== used;

  return {
    read,
    use() {
      const credentials = read();
      used = credentials?.imToken;
      return credentials;
    },
    mediaToken() {
      try {
        return itemIn(storage, KEYS.chatToken) ?? itemIn(storage, KEYS.imToken);
      } catch {
        return null;
      }
    },
    keep({ userID, imToken, chatToken }) {
      try {
        storage.setItem(KEYS.userID, userID);
        storage.setItem(KEYS.chatToken, chatToken);
        storage.setItem(KEYS.imToken, imToken);
      } catch (error) {
        // Firefox has a name of its own for "QuotaExceededError".
        throw new Failure(/quota/i.test(String(error)) ? "deviceFull" : "unknown");
      }
    },
    port: {
      read: async () => {
        const credentials = read();
        return credentials && { userID: credentials.userID };
      },
      isReplaced,
      async forget(isRefused) {
        if (isRefused && isReplaced()) return;
        try {
          for (const key of Object.values(KEYS)) storage.removeItem(key);
        } catch {
          throw new Failure("unknown");
        }
      },
      events(send) {
        const userID = read()?.userID;
        const onStorage = () => {
          if (read()?.userID !== userID) send({ type: "credentials.gone" });
        };
        window.addEventListener("storage", onStorage);
        return () => window.removeEventListener("storage", onStorage);
      },
    },
  };
}
