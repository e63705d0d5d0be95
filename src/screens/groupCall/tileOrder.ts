/** The order of the tiles of others. Pure functions. */

export interface TileOrder {
  userIDs: readonly string[];
  /** When a speaker was moved last, in milliseconds since the epoch. */
  movedAt: number;
}

export interface OrderInput {
  /** Everybody with a tile, without this user. */
  userIDs: readonly string[];
  /** Loudest first. */
  speakers: readonly string[];
  /** Places for others on the first page. */
  places: number;
  /** Milliseconds since the epoch. */
  now: number;
}

export const NO_ORDER: TileOrder = { userIDs: [], movedAt: 0 };

/** Shortest time between two moves, in milliseconds. */
export const MOVE_PAUSE = 3000;

/**
 * Keeps the order, with newcomers at the end. A speaker on a later page comes first on the first page. Speakers that
 * are on the first page stay where they are. Returns `before` itself if nothing changes.
 */
export function nextOrder(before: TileOrder, { userIDs, speakers, places, now }: OrderInput): TileOrder {
  const kept = before.userIDs.filter((userID) => userIDs.includes(userID));
  const all = [...kept, ...userIDs.filter((userID) => !before.userIDs.includes(userID))];
  const speaker = speakers.find((userID) => all.indexOf(userID) >= places);
  if (speaker !== undefined && now - before.movedAt >= MOVE_PAUSE)
    return { userIDs: [speaker, ...all.filter((userID) => userID !== speaker)], movedAt: now };
  const isSame =
    all.length === before.userIDs.length && all.every((userID, index) => userID === before.userIDs[index]);
  return isSame ? before : { ...before, userIDs: all };
}
