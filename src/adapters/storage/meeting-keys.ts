import * as v from "valibot";
import { meetingLink, withoutKey } from "../../../machines/domain/meeting-link.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import type { MeetingKeysPort } from "../../../machines/ports/meeting-keys.ts";

const KEYS = "parley:meeting-keys";
/** The oldest key of more is dropped. */
const MOST = 20;

/** Room ids and their keys, the oldest first. */
const Kept = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.string()])));

export interface MeetingKeys extends MeetingKeysPort {
  /** Returns the key to join a meeting with, or null. */
  keyOf(roomID: string): Secret | null;
}

/** Stores the keys in `storage`, which lasts as long as the tab, so that they survive a reload and the sign-in. */
export function createMeetingKeys(storage: Storage, origin: string): MeetingKeys {
  let keys: Map<string, string> | null = null;
  /** Rooms whose key came with a link and was not used yet. */
  const unused = new Set<string>();
  const watchers = new Set<{ roomID: string; report(hasKey: boolean): void }>();

  const all = () => {
    keys ??= new Map(read(storage));
    return keys;
  };
  const set = (roomID: string, key: string | null) => {
    all().delete(roomID);
    if (key !== null) all().set(roomID, key);
    for (const oldest of [...all().keys()].slice(0, -MOST)) all().delete(oldest);
    write(storage, [...all()]);
    for (const watcher of [...watchers]) if (watcher.roomID === roomID) watcher.report(key !== null);
  };

  return {
    take(given) {
      const { text, meeting } = withoutKey(given);
      if (meeting) {
        unused.add(meeting.roomID);
        set(meeting.roomID, meeting.key);
      }
      return text;
    },
    linkOf: (roomID) => meetingLink(origin, roomID, all().get(roomID) ?? null),
    watch({ roomID }, report) {
      const watcher = { roomID, report };
      watchers.add(watcher);
      report(all().has(roomID));
      return () => watchers.delete(watcher);
    },
    make: ({ roomID }) => set(roomID, newKey()),
    drop: ({ roomID }) => set(roomID, null),
    forget() {
      for (const roomID of [...all().keys()]) if (!unused.has(roomID)) set(roomID, null);
    },
    keyOf(roomID) {
      unused.delete(roomID);
      const key = all().get(roomID);
      return key === undefined ? null : new Secret(key);
    },
  };
}

/** 128 random bits as base64url. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function read(storage: Storage): [string, string][] {
  try {
    const kept = v.safeParse(Kept, storage.getItem(KEYS));
    return kept.success ? kept.output : [];
  } catch {
    return []; // no access to storage
  }
}

function write(storage: Storage, keys: readonly [string, string][]): void {
  try {
    if (keys.length === 0) storage.removeItem(KEYS);
    else storage.setItem(KEYS, JSON.stringify(keys));
  } catch {
    // no access to storage: the keys last until the page closes
  }
}
