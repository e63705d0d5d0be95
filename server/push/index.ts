import type { Database } from "../store/database.ts";
import { createGrants, type Grants } from "./grants.ts";
import { createPusher, type Pusher } from "./pusher.ts";
import { createSubscriptions, type Subscriptions, subscriptionOf } from "./subscriptions.ts";
import { getVapidKeys } from "./vapid.ts";

export interface WebPushOptions {
  /** The operator's address for push services, mailto: or https:. */
  contact?: string | undefined;
  /** For tests only: also takes push services on this machine. */
  loopback?: boolean | undefined;
}

/** Web Push for browsers without an open page: their subscriptions, and sending to them. */
export interface WebPush extends Pick<Pusher, "push" | "close"> {
  /** The public key with which browsers subscribe. */
  readonly publicKey: string;
  readonly subscriptions: Subscriptions;
  readonly grants: Grants;
  /** The body of a request to subscribe. */
  readonly schema: ReturnType<typeof subscriptionOf>;
}

/** RFC 8292 wants an address. Apple refuses one at localhost. */
const noContact = "mailto:operator@parley.example";

/** Creates Web Push on a store with `pushTables`. */
export function createWebPush(
  db: Database,
  now: () => number,
  { contact = noContact, loopback = false }: WebPushOptions = {},
): WebPush {
  const keys = getVapidKeys(db);
  const subscriptions = createSubscriptions(db, now);
  const pusher = createPusher({ keys, contact, now, loopback, onGone: subscriptions.forget });
  return {
    ...pusher,
    publicKey: keys.publicKey,
    subscriptions,
    grants: createGrants(db, now),
    schema: subscriptionOf(loopback),
  };
}
