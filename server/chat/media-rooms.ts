import type { Database } from "../store/database.ts";

/** A media room in the store: its creator, and the users with a token. */
export interface MediaRoom {
  /** The user who asked for the first token; null if unknown. */
  readonly madeBy: string | null;
  has(userID: string): boolean;
}

export interface MediaRooms {
  find(room: string): MediaRoom | undefined;
  /** Stores that the user has a token. `madeBy` counts for a new room only. */
  note(room: string, userID: string, madeBy: string | null): void;
}

/** Ms after the last token. A meeting lasts longer than a token, because the media server renews it. */
const rememberedFor = 24 * 60 * 60_000;
const maxRooms = 10_000;
/** Rooms of one creator. Beyond this the user's oldest room is dropped, not a room of another user. */
const maxRoomsOfOne = 100;
const maxHolders = 1000;

/**
 * Stores the media rooms, so that a meeting keeps its creator over a restart.
 * @param db a store with `accountTables`
 * @param now ms since epoch
 */
export function createMediaRooms(db: Database, now: () => number): MediaRooms {
  const find = (room: string) =>
    db
      .prepare<{ madeBy: string | null }>("SELECT madeBy FROM media_rooms WHERE room = ? AND tokenAt >= ?")
      .get(room, now() - rememberedFor);
  const has = (room: string, userID: string) =>
    db.prepare("SELECT 1 FROM media_room_holders WHERE room = ? AND userID = ?").get(room, userID) !==
    undefined;
  const count = (sql: string, ...parameters: (string | null)[]) =>
    db.prepare<{ count: number }>(`SELECT COUNT(*) AS count FROM ${sql}`).get(...parameters)?.count ?? 0;
  const forget = (rooms: { room: string }[]) => {
    for (const { room } of rooms) {
      db.prepare("DELETE FROM media_rooms WHERE room = ?").run(room);
      db.prepare("DELETE FROM media_room_holders WHERE room = ?").run(room);
    }
  };
  const makeSpace = (madeBy: string | null) => {
    const select = db.prepare<{ room: string }>("SELECT room FROM media_rooms WHERE tokenAt < ?");
    forget(select.all(now() - rememberedFor));
    const oldest = "ORDER BY tokenAt LIMIT 1";
    if (count("media_rooms WHERE madeBy IS ?", madeBy) >= maxRoomsOfOne) {
      const own = `SELECT room FROM media_rooms WHERE madeBy IS ? ${oldest}`;
      forget(db.prepare<{ room: string }>(own).all(madeBy));
    }
    if (count("media_rooms") >= maxRooms) {
      forget(db.prepare<{ room: string }>(`SELECT room FROM media_rooms ${oldest}`).all());
    }
  };

  return {
    find: (room) => {
      const found = find(room);
      return found && { madeBy: found.madeBy, has: (userID) => has(room, userID) };
    },
    note: db.transaction((room: string, userID: string, madeBy: string | null) => {
      if (find(room) === undefined) makeSpace(madeBy);
      const keep =
        "INSERT INTO media_rooms VALUES (?, ?, ?) ON CONFLICT (room) DO UPDATE SET tokenAt = excluded.tokenAt";
      db.prepare(keep).run(room, madeBy, now());
      if (count("media_room_holders WHERE room = ?", room) >= maxHolders) return;
      db.prepare("INSERT INTO media_room_holders VALUES (?, ?) ON CONFLICT DO NOTHING").run(room, userID);
    }),
  };
}
