/** The highest count that a badge shows as a number (9-06). */
const CAP = 99;

/** Returns the text of a badge, or null for none: 0 -> null, 99 -> "99", 100 -> "99+". */
export function badgeText(count: number): string | null {
  if (!(count > 0)) return null;
  return count > CAP ? `${CAP}+` : String(Math.floor(count));
}
