import * as v from "valibot";
import type { Database } from "../store/database.ts";
import { readEndpoint } from "./addresses.ts";

/** A browser's subscription to pushes, as sent by the browser. */
export interface DeviceSubscription {
  endpoint: string;
  /** The browser's public key and secret, base64url (RFC 8291). */
  p256dh: string;
  auth: string;
  language: "en" | "zh";
  /** Whether its notifications show the text of a message. */
  previews: boolean;
  sound: boolean;
  /** The address of this server's REST, as the page reaches it. Undefined if its notifications have no buttons. */
  address?: string | undefined;
}

/** The login that subscribes. */
export interface Subscriber {
  userID: string;
  platformID: number;
  tokenID: string;
  /** ms since epoch. */
  expiresAt: number;
}

export interface Subscription extends Omit<DeviceSubscription, "address"> {
  userID: string;
  platformID: number;
}

/** Maximum subscriptions of one user. Beyond it the oldest is removed. */
const maxOfUser = 8;
/** Characters of the server's address. */
const maxAddress = 256;

const bytes = (length: number, name: string) =>
  v.pipe(
    v.string(),
    v.maxLength(128),
    v.check(
      (text) => /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, "base64url").length === length,
      `must be the ${name} in base64url`,
    ),
  );

/** The body of a request to subscribe. */
export const subscriptionOf = (loopback: boolean) =>
  v.object({
    endpoint: v.pipe(
      v.string(),
      v.check(
        (text) => readEndpoint(text, loopback) !== undefined,
        "must be a https address of a push service",
      ),
    ),
    p256dh: v.pipe(
      bytes(65, "public key"),
      v.check((text) => Buffer.from(text, "base64url")[0] === 4, "must be an uncompressed point"),
    ),
    auth: bytes(16, "secret"),
    language: v.picklist(["en", "zh"]),
    previews: v.boolean(),
    sound: v.boolean(),
    address: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(maxAddress),
        v.check((text) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text), "must be an address"),
      ),
    ),
  });

export type Subscriptions = ReturnType<typeof createSubscriptions>;

type Flags = "previews" | "sound";
type Row = Omit<Subscription, Flags> & Record<Flags, number>;

/** The subscriptions of all users, on a store with `pushTables`. */
export function createSubscriptions(db: Database, now: () => number) {
  const columns = "s.endpoint, s.userID, s.platformID, s.p256dh, s.auth, s.language, s.previews, s.sound";
  const insert = db.prepare(
    `INSERT INTO push_subscriptions
       (endpoint, userID, platformID, tokenID, expiresAt, p256dh, auth, language, previews, sound, createTime)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (endpoint) DO UPDATE SET userID = excluded.userID, platformID = excluded.platformID,
       tokenID = excluded.tokenID, expiresAt = excluded.expiresAt, p256dh = excluded.p256dh, auth = excluded.auth,
       language = excluded.language, previews = excluded.previews, sound = excluded.sound,
       createTime = excluded.createTime`,
  );
  const setAddress = db.prepare(
    `INSERT INTO push_servers (endpoint, address) VALUES (?, ?)
     ON CONFLICT (endpoint) DO UPDATE SET address = excluded.address`,
  );
  const removeAddress = db.prepare("DELETE FROM push_servers WHERE endpoint = ?");
  const removeOfLogin = db.prepare(
    "DELETE FROM push_subscriptions WHERE userID = ? AND platformID = ? AND tokenID = ?",
  );
  const dropOldest = db.prepare(
    `DELETE FROM push_subscriptions WHERE endpoint IN
       (SELECT endpoint FROM push_subscriptions WHERE userID = ? ORDER BY createTime DESC, endpoint
        LIMIT -1 OFFSET ${maxOfUser})`,
  );
  const remove = db.prepare("DELETE FROM push_subscriptions WHERE endpoint = ?");
  const removeOwn = db.prepare("DELETE FROM push_subscriptions WHERE endpoint = ? AND userID = ?");
  const removeExpired = db.prepare("DELETE FROM push_subscriptions WHERE expiresAt <= ?");
  const select = db.prepare<Row>(
    `SELECT ${columns} FROM json_each(?) AS wanted
     JOIN push_subscriptions s ON s.userID = wanted.value WHERE s.expiresAt > ?`,
  );

  return {
    /** Keeps a subscription. An endpoint is one browser, so it has one user. */
    keep: db.transaction((subscriber: Subscriber, device: DeviceSubscription) => {
      const { userID, platformID, tokenID, expiresAt } = subscriber;
      const { endpoint, p256dh, auth, language, previews, sound, address } = device;
      removeExpired.run(now());
      const settings = [language, Number(previews), Number(sound), now()];
      insert.run(endpoint, userID, platformID, tokenID, expiresAt, p256dh, auth, ...settings);
      if (address === undefined) removeAddress.run(endpoint);
      else setAddress.run(endpoint, address);
      dropOldest.run(userID);
    }),

    /** Removes a subscription of that user. */
    drop: (userID: string, endpoint: string): void => {
      removeOwn.run(endpoint, userID);
    },

    /** Removes the subscriptions of a login that has signed out. */
    dropLogin: ({
      userID,
      platformID,
      tokenID,
    }: Pick<Subscriber, "userID" | "platformID" | "tokenID">): void => {
      removeOfLogin.run(userID, platformID, tokenID);
    },

    /** Removes a subscription that the push service no longer has. */
    forget: (endpoint: string): void => {
      remove.run(endpoint);
    },

    of: (userIDs: readonly string[]): Subscription[] =>
      select
        .all(JSON.stringify(userIDs), now())
        .map((row) => ({ ...row, previews: row.previews === 1, sound: row.sound === 1 })),
  };
}
