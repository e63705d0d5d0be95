/** UTF-16 units that a line can show at most. */
const LENGTH = 200;

/**
 * Collapses whitespace to single spaces and cuts the text to what a line can show, without splitting a surrogate pair.
 */
export function oneLine(text: string): string {
  const start = text.trimStart().slice(0, LENGTH);
  return start.replace(/[\ud800-\udbff]$/, "").replace(/\s+/g, " ");
}
