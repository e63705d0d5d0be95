import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import { ApiError } from "../http.ts";
import type { Rate } from "../rates.ts";
import { type Database, StoreFullError } from "../store/database.ts";

/** What a service worker does with a push, in the user's name and without the user's token. */
export type PushAction = "reply" | "read" | "decline";

/** What a push allows: to reply to a chat and to mark it as read up to a message, or to decline a call. */
export interface Granted {
  userID: string;
  conversationID: string;
  /** The sender of the message, or the caller. */
  peerID: string;
  /** "" in a single chat. */
  groupID: string;
  /** Seq of the message; 0 for a call. */
  seq: number;
  /** The call that may be declined; "" for a message. */
  roomID: string;
  /** The data of the reject, as JSON; "" for a message. */
  signal: string;
}

/** A grant with the browser and the login to which it belongs. */
export interface Grant extends Granted {
  endpoint: string;
  platformID: number;
  tokenID: string;
}

/** What the service worker gets with a push. */
export interface Permit {
  /** 256 random bits, base64url. The store has only its hash. */
  secret: string;
  /** The address of this server's REST, as the page has reached it. */
  address: string;
}

/** How long the worker may act on a message, in ms. */
export const messageGrantMs = 24 * 60 * 60 * 1000;
/** Maximum grants of one browser. Beyond it the oldest is removed. */
const maxOfBrowser = 64;
/** How long a grant is kept after its end: the record of a declined call comes after the ring. */
const keptMs = 5 * 60_000;
/** As in the app's composer. */
const maxText = 10_000;

/** Acts from one address. */
export const actRate: Rate = { burst: 60, perMinute: 30 };

const secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, "must be a secret of a push"));

/** The body of a request to act. */
export const actRequest = v.variant("action", [
  v.object({
    secret,
    action: v.literal("reply"),
    text: v.pipe(
      v.string(),
      v.maxLength(maxText),
      v.transform((text) => text.replaceAll("\0", "").trim()),
      v.nonEmpty(),
    ),
  }),
  v.object({ secret, action: v.picklist(["read", "decline"]) }),
]);
export type ActRequest = v.InferOutput<typeof actRequest>;

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

export type Grants = ReturnType<typeof createGrants>;

/**
 * The grants of all browsers, on a store with `pushTables`. A grant belongs to a subscription, and ends with it: at
 * sign-out, and when the token is replaced, revoked or expired.
 */
export function createGrants(db: Database, now: () => number) {
  const selectAddress = db.prepare<{ address: string }>(
    "SELECT address FROM push_servers WHERE endpoint = ?",
  );
  const insert = db.prepare(
    `INSERT INTO push_grants
       (hash, endpoint, userID, conversationID, peerID, groupID, seq, roomID, signal, createTime, expiresAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeOld = db.prepare("DELETE FROM push_grants WHERE expiresAt <= ?");
  const dropOldest = db.prepare(
    `DELETE FROM push_grants WHERE hash IN
       (SELECT hash FROM push_grants WHERE endpoint = ? ORDER BY createTime DESC, hash
        LIMIT -1 OFFSET ${maxOfBrowser})`,
  );
  const select = db.prepare<Grant>(
    `SELECT g.endpoint, g.userID, g.conversationID, g.peerID, g.groupID, g.seq, g.roomID, g.signal, s.platformID, s.tokenID
     FROM push_grants g JOIN push_subscriptions s ON s.endpoint = g.endpoint AND s.userID = g.userID
     WHERE g.hash = ?1 AND g.expiresAt > ?2 AND s.expiresAt > ?2`,
  );
  const use = {
    reply: db.prepare("UPDATE push_grants SET replied = 1 WHERE hash = ? AND replied = 0 AND roomID = ''"),
    read: db.prepare("UPDATE push_grants SET marked = 1 WHERE hash = ? AND marked = 0 AND roomID = ''"),
    decline: db.prepare(
      "UPDATE push_grants SET declined = 1 WHERE hash = ? AND declined = 0 AND roomID <> ''",
    ),
  };
  const free = {
    reply: db.prepare("UPDATE push_grants SET replied = 0 WHERE hash = ?"),
    read: db.prepare("UPDATE push_grants SET marked = 0 WHERE hash = ?"),
    decline: db.prepare("UPDATE push_grants SET declined = 0 WHERE hash = ?"),
  };
  const selectDeclined = db.prepare<{ endpoint: string; signal: string }>(
    `SELECT g.endpoint, g.signal FROM push_subscriptions s JOIN push_grants g ON g.endpoint = s.endpoint
     WHERE s.userID = ? AND g.userID = s.userID AND g.roomID = ? AND g.declined = 1`,
  );

  const keep = db.transaction((endpoint: string, permit: Permit, what: Granted, lifetimeMs: number) => {
    removeOld.run(now() - keptMs);
    insert.run(
      hashOf(permit.secret),
      endpoint,
      what.userID,
      what.conversationID,
      what.peerID,
      what.groupID,
      what.seq,
      what.roomID,
      what.signal,
      now(),
      now() + lifetimeMs,
    );
    dropOldest.run(endpoint);
  });

  return {
    /**
     * Returns what the browser needs to act, for its push. Undefined if its notifications have no buttons, or while
     * the disk is full.
     */
    give(endpoint: string, what: Granted, lifetimeMs: number): Permit | undefined {
      const address = selectAddress.get(endpoint)?.address;
      if (address === undefined) return undefined;
      const permit = { secret: randomBytes(32).toString("base64url"), address };
      try {
        keep(endpoint, permit, what, lifetimeMs);
        return permit;
      } catch (error) {
        if (!(error instanceof StoreFullError)) throw error;
        return undefined;
      }
    },

    /**
     * Uses a grant for an action.
     * @throws ApiError 1004 for one that is unknown or over, 1002 for one that is used or does not allow the action
     */
    take(secret: string, action: PushAction): Grant {
      const hash = hashOf(secret);
      const grant = select.get(hash, now());
      if (grant === undefined) throw new ApiError(1004, "RecordNotFoundError", "the push is over");
      if (use[action].run(hash).changes === 0) throw new ApiError(1002, "NoPermissionError", "used");
      return grant;
    },

    /** Allows an action again that has failed. */
    giveBack(secret: string, action: PushAction): void {
      free[action].run(hashOf(secret));
    },

    /** The browsers on which the user has declined a call, each with the data of its reject. */
    declined: (userID: string, roomID: string) => selectDeclined.all(userID, roomID),
  };
}
