import type { MessageRowData } from "./rows.ts";

/** Where the rows of a log are, in CSS pixels from the start of the list. */
export interface RowPlaces {
  getItemOffset: (index: number) => number;
  getItemSize: (index: number) => number;
}

/** The first and last row of one member's group of messages. */
export interface FaceGroup {
  first: number;
  last: number;
}

/** Above the first bubble of a group (MessageRow.module.css), and the size of an avatar. */
const GROUP_GAP = 10;
const FACE = 36;
/** Height of a floating date with its margins, and of a date above the first message of a day. */
const FLOATING = 36;
const HEADING = 44;

/** The group of messages with an avatar that the row `index` belongs to; null for a row without an avatar. */
export function faceGroupAt(rows: readonly MessageRowData[], index: number): FaceGroup | null {
  const row = rows[index];
  if (!row || row.isOwn || row.message.groupID === "") return null;
  let [first, last] = [index, index];
  while (first > 0 && !rows[first]?.isFirst) first -= 1;
  while (last < rows.length - 1 && !rows[last]?.isLast) last += 1;
  return { first, last };
}

/**
 * How far the avatar may move up from the end of its group, in CSS pixels: to the first bubble. If the row of that
 * bubble also has a date, a gap or the unread line, the avatar stops at the end of the bubble.
 */
export function railHeight(
  rows: readonly MessageRowData[],
  { first, last }: FaceGroup,
  places: RowPlaces,
): number {
  const row = rows[first];
  const end = places.getItemOffset(last) + places.getItemSize(last);
  const start = places.getItemOffset(first);
  const isPlain = row && row.day === null && !row.isFirstUnread && row.gap === null;
  return end - (isPlain ? start + GROUP_GAP : start + places.getItemSize(first) - FACE);
}

/**
 * The date to show above the rows in view: of the row at `line`. Null while the date of that or the next day is itself
 * in view there.
 * @param line distance of the floating date from the start of the list, in CSS pixels
 * @param rowAt the number of the row at a distance from the start of the list
 */
export function floatingDay(
  rows: readonly MessageRowData[],
  line: number,
  places: Pick<RowPlaces, "getItemOffset"> & { rowAt: (distance: number) => number },
): string | null {
  if (line < 0) return null;
  const index = places.rowAt(line);
  const below = places.rowAt(line + FLOATING);
  if (rows.slice(index + 1, below + 1).some(({ day }) => day !== null)) return null;
  if (rows[index]?.day && line - places.getItemOffset(index) < HEADING) return null;
  return rows.slice(0, index + 1).findLast(({ day }) => day !== null)?.day ?? null;
}
