import { createBuckets } from "../../rates.ts";
import type { TokenClaims } from "../../tokens.ts";
import { Req } from "../protocol/constants.ts";
import { encodeSubUserOnlineStatusTips, type OnlineStatus } from "../protocol/messages.ts";
import type { Session } from "./session.ts";

const maxSubscriptions = 10_000;
const maxSessions = 32;
/** Origins of one user's connections. A message is written and packed once for each, with its own addresses. */
const maxOrigins = 4;
/** Changes of a user's status that are pushed at once. Each costs the SDKs of all watchers a frame. */
const statusRate = { burst: 20, perMinute: 20 };
const maxRemembered = 10_000;
/** Longest pause before the next look whether a status may be pushed. */
const maxPauseMs = 1000;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * All sockets, online platforms and status subscriptions (protocol section 9.4). Of a user who connects and
 * disconnects without end, only the newest status is pushed, now and then.
 * @param now ms since epoch
 */
export function createSessions(now: () => number) {
  const byUser = new Map<string, Set<Session>>();
  const watchers = new Map<string, Set<Session>>();
  const pushes = createBuckets(now, maxRemembered);
  const late = new Map<string, NodeJS.Timeout>();

  function statusOf(userID: string): OnlineStatus {
    const platforms = [...of(userID)].map((session) => session.claims.platformID);
    return { userID, onlinePlatformIDs: [...new Set(platforms)].sort((a, b) => a - b) };
  }

  function of(userID: string): ReadonlySet<Session> {
    return byUser.get(userID) ?? none;
  }

  function sendStatus(session: Session, subscribers: OnlineStatus[]): void {
    session.send({ reqIdentifier: Req.onlineStatus, data: encodeSubUserOnlineStatusTips({ subscribers }) });
  }

  function changing(userID: string, change: () => void): void {
    const before = statusOf(userID).onlinePlatformIDs.join();
    change();
    if (statusOf(userID).onlinePlatformIDs.join() !== before && !late.has(userID)) tellWatchers(userID);
  }

  function tellWatchers(userID: string): void {
    late.delete(userID);
    if (!watchers.has(userID)) return;
    const waitMs = pushes.takeMs(userID, statusRate);
    if (waitMs > 0) {
      const timer = setTimeout(() => tellWatchers(userID), Math.min(waitMs, maxPauseMs));
      late.set(userID, timer.unref());
      return;
    }
    const status = statusOf(userID);
    for (const watcher of watchers.get(userID) ?? none) sendStatus(watcher, [status]);
  }

  return {
    of,
    statusOf,

    all: (): Session[] => [...byUser.values()].flatMap((sessions) => [...sessions]),

    add(session: Session): void {
      const { userID } = session.claims;
      changing(userID, () => addTo(byUser, userID, session));
      const open = [...of(userID)].filter(({ alive }) => alive);
      if (open.length > maxSessions) open[0]?.terminate();
      const origins = new Set(open.map(({ origin }) => origin));
      const [first] = origins;
      if (origins.size <= maxOrigins) return;
      for (const other of open) if (other.origin === first) other.terminate();
    },

    remove(session: Session): void {
      for (const userID of session.subscriptions) removeFrom(watchers, userID, session);
      session.subscriptions.clear();
      const { userID } = session.claims;
      changing(userID, () => removeFrom(byUser, userID, session));
    },

    kick(userID: string, stillCounts: (claims: TokenClaims) => boolean): void {
      for (const session of of(userID)) {
        if (!stillCounts(session.claims)) session.kick();
      }
    },

    close(): void {
      for (const timer of late.values()) clearTimeout(timer);
      late.clear();
    },

    watch(session: Session, subscribe: readonly string[], unsubscribe: readonly string[]): OnlineStatus[] {
      for (const userID of unsubscribe) {
        session.subscriptions.delete(userID);
        removeFrom(watchers, userID, session);
      }
      const room = Math.max(0, maxSubscriptions - session.subscriptions.size);
      const watched = subscribe.slice(0, room);
      for (const userID of watched) {
        session.subscriptions.add(userID);
        addTo(watchers, userID, session);
      }
      return watched.map(statusOf);
    },
  };
}

const none: ReadonlySet<Session> = new Set();

function addTo(index: Map<string, Set<Session>>, key: string, session: Session): void {
  const sessions = index.get(key);
  if (sessions === undefined) index.set(key, new Set([session]));
  else sessions.add(session);
}

function removeFrom(index: Map<string, Set<Session>>, key: string, session: Session): void {
  const sessions = index.get(key);
  sessions?.delete(session);
  if (sessions?.size === 0) index.delete(key);
}
