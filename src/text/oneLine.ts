/** As much of a long text as one line can show. */
const LENGTH = 200;

/** Blanks and line breaks become one space each, and what cannot be seen anyway is cut between characters. */
export function oneLine(text: string): string {
  const start = text.trimStart().slice(0, LENGTH);
  return start.replace(/[\ud800-\udbff]$/, "").replace(/\s+/g, " ");
}
