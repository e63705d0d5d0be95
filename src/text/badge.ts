/** The highest count a badge spells out (9-06). */
const CAP = 99;

/** The text of a badge, or null when there is nothing to show: 0 -> null, 99 -> "99", 100 -> "99+". */
export function badgeText(count: number): string | null {
  if (!(count > 0)) return null;
  return count > CAP ? `${CAP}+` : String(Math.floor(count));
}
