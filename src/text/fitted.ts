import { graphemesOf } from "./graphemes.ts";

/**
 * Returns what a field of at most `limit` characters holds after its text changed from `before` to `typed`. What was
 * added is cut, between graphemes, and never the text around it.
 */
export function fitted(before: string, typed: string, limit: number): string {
  const old = [...before];
  const now = [...typed];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const tail = now.length - end;
  let room = limit - start - end;
  let added = "";
  for (const grapheme of graphemesOf(now.slice(start, tail).join(""))) {
    room -= [...grapheme].length;
    if (room < 0) break;
    added += grapheme;
  }
  return now.slice(0, start).join("") + added + now.slice(tail).join("");
}
