import type { Size } from "../call/badgeGeometry.ts";

/** How tiles lie on a page. Pure functions. */

export interface Grid {
  columns: number;
  rows: number;
  /** Most tiles on one page. */
  perPage: number;
}

const PHONE_PAGE = 9;
const WIDE_PAGE = 16;
/** From this width on, in CSS pixels, a window counts as wide. */
export const WIDE = 720;
/** Space that bars take from the grid, in CSS pixels. */
const BARS = 180;
/** Pictures of cameras are about that wide for their height. */
const RATIO = 4 / 3;

/** Returns the grid for `count` tiles. A phone in portrait has 1, 2, 2x2, 2x3 or 3x3 tiles. `bars`: see `BARS`. */
export function gridOf(count: number, { width, height }: Size, bars = BARS): Grid {
  const isPortrait = width < WIDE && height > width;
  const perPage = width < WIDE || height < 560 ? PHONE_PAGE : WIDE_PAGE;
  const shown = Math.max(1, Math.min(count, perPage));
  const columns = isPortrait ? phoneColumns(shown) : fittingColumns(shown, { width, height: height - bars });
  return { columns, rows: Math.ceil(shown / columns), perPage };
}

function phoneColumns(count: number): number {
  if (count <= 2) return 1;
  return count <= 6 ? 2 : 3;
}

/** The number of columns with the largest pictures; the smaller one if several are equal. */
function fittingColumns(count: number, { width, height }: Size): number {
  const sizes = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    return Math.min(width / columns / RATIO, height / Math.ceil(count / columns));
  });
  return sizes.indexOf(Math.max(...sizes)) + 1;
}

/** Returns the pages of user ids. This user is the last tile of the first page. */
export function pagesOf(
  others: readonly string[],
  selfID: string,
  perPage: number,
): readonly (readonly string[])[] {
  const beside = perPage - 1;
  const first = [...others.slice(0, beside), selfID];
  const rest = others.slice(beside);
  const more = Array.from({ length: Math.ceil(rest.length / perPage) }, (_, index) =>
    rest.slice(index * perPage, (index + 1) * perPage),
  );
  return [first, ...more];
}
