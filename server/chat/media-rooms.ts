/** What the chat server remembers of a media room: who made it, and who has a token. */
export interface MediaRoom {
  /** Who asked for the first token; null when that is not known. */
  readonly madeBy: string | null;
  has(userID: string): boolean;
}

export interface MediaRooms {
  find(room: string): MediaRoom | undefined;
  /** Remembers a token. `madeBy` counts for a new room only. */
  note(room: string, userID: string, madeBy: string | null): void;
}

/** Ms after the last token. A meeting lasts longer than a token, because the media server renews it. */
const rememberedFor = 24 * 60 * 60_000;
const maxRooms = 10_000;
/** A user who asks for tokens of many rooms pushes out the own ones only. */
const maxRoomsOfOne = 100;
const maxHolders = 1000;

interface Entry {
  madeBy: string | null;
  holders: Set<string>;
  at: number;
}

/** Remembers rooms in memory. `now` is ms since epoch. */
export function createMediaRooms(now: () => number): MediaRooms {
  /** The one with the oldest token comes first. */
  const rooms = new Map<string, Entry>();

  const entryOf = (room: string): Entry | undefined => {
    const entry = rooms.get(room);
    return entry === undefined || now() - entry.at > rememberedFor ? undefined : entry;
  };
  const makeSpace = (madeBy: string | null) => {
    const own = [...rooms].filter(([, entry]) => entry.madeBy === madeBy).map(([room]) => room);
    if (own.length >= maxRoomsOfOne) rooms.delete(own[0] ?? "");
    const [oldest] = rooms.keys();
    if (rooms.size >= maxRooms && oldest !== undefined) rooms.delete(oldest);
  };

  return {
    find: (room) => {
      const entry = entryOf(room);
      return entry && { madeBy: entry.madeBy, has: (userID) => entry.holders.has(userID) };
    },
    note: (room, userID, madeBy) => {
      const known = entryOf(room);
      rooms.delete(room);
      if (known === undefined) makeSpace(madeBy);
      const entry = known ?? { madeBy, holders: new Set() };
      if (entry.holders.size < maxHolders) entry.holders.add(userID);
      rooms.set(room, { ...entry, at: now() });
    },
  };
}
