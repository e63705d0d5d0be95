import * as v from "valibot";
import { meetingLink, withoutKey } from "../../../machines/domain/meeting-link.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import type { MeetingKeyState, MeetingKeysPort } from "../../../machines/ports/meeting-keys.ts";

const KEYS = "parley:meeting-keys";
/** The oldest key of more is dropped. */
const MOST = 20;

const Origin = v.picklist(["made", "opened", "joined"]);

interface Key {
  text: string;
  /** Made here, or from a link: only opened until now, or used to join. */
  origin: v.InferOutput<typeof Origin>;
}

/** Room ids and their keys, the oldest first. */
const Kept = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.string(), Origin])));

export interface MeetingKeys extends MeetingKeysPort {
  /** Returns the key to join a meeting with, or null. */
  keyOf(roomID: string): Secret | null;
}

/** Stores the keys in `storage`, which lasts as long as the tab, so that they survive a reload and the sign-in. */
export function createMeetingKeys(storage: Storage, host: string): MeetingKeys {
  let keys: Map<string, Key> | null = null;
  /** Rooms whose key was dropped at a sign-out, or for newer keys. They are not joined without encryption. */
  const lost = new Set<string>();
  const watchers = new Set<{ roomID: string; report(key: MeetingKeyState): void }>();

  const all = () => {
    keys ??= new Map(read(storage));
    return keys;
  };
  const stateOf = (roomID: string): MeetingKeyState =>
    all().has(roomID) ? "kept" : lost.has(roomID) ? "lost" : "none";
  const set = (roomID: string, key: Key | null) => {
    all().delete(roomID);
    if (key) all().set(roomID, key);
    for (const oldest of [...all().keys()].slice(0, -MOST)) {
      all().delete(oldest);
      lost.add(oldest);
    }
    write(storage, all());
    for (const watcher of [...watchers]) if (watcher.roomID === roomID) watcher.report(stateOf(roomID));
  };

  return {
    take(given) {
      const { text, meeting } = withoutKey(given);
      if (!meeting) return text;
      const { roomID, key } = meeting;
      // A link from another user does not change the key of a meeting that was made here.
      if (all().get(roomID)?.origin !== "made") set(roomID, { text: key, origin: "opened" });
      return text;
    },
    linkOf: (roomID) => meetingLink(host, roomID, all().get(roomID)?.text ?? null),
    watch({ roomID }, report) {
      const watcher = { roomID, report };
      watchers.add(watcher);
      report(stateOf(roomID));
      return () => watchers.delete(watcher);
    },
    make: ({ roomID }) => set(roomID, { text: newKey(), origin: "made" }),
    drop: ({ roomID }) => set(roomID, null),
    forget() {
      for (const [roomID, { origin }] of [...all()]) {
        if (origin === "opened") continue;
        lost.add(roomID);
        set(roomID, null);
      }
    },
    keyOf(roomID) {
      const key = all().get(roomID);
      if (!key) return null;
      if (key.origin === "opened") set(roomID, { ...key, origin: "joined" });
      return new Secret(key.text);
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

function read(storage: Storage): [string, Key][] {
  try {
    const kept = v.safeParse(Kept, storage.getItem(KEYS));
    return kept.success ? kept.output.map(([roomID, text, origin]) => [roomID, { text, origin }]) : [];
  } catch {
    return []; // no access to storage
  }
}

function write(storage: Storage, keys: ReadonlyMap<string, Key>): void {
  try {
    const kept = [...keys].map(([roomID, { text, origin }]) => [roomID, text, origin]);
    if (kept.length === 0) storage.removeItem(KEYS);
    else storage.setItem(KEYS, JSON.stringify(kept));
  } catch {
    // no access to storage: the keys last until the page closes
  }
}
