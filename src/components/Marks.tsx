import { createContext, type ReactNode, useContext } from "react";
import { placeOf } from "../text/search.ts";
import styles from "./Marks.module.css";

/** The words that texts inside highlight; "" for none. */
export const MarkedContext = createContext("");

/** Marked matches of a text. A text of a single letter, repeated, has more of them than a page can hold. */
const MOST_MARKS = 100;

/** Returns the text with its first matches in a `<mark>` each, or the text itself. */
export function withMarks(text: string, words: string): ReactNode {
  const parts: ReactNode[] = [];
  let [from, marked] = [0, 0];
  for (
    let place = placeOf(text, words);
    place && marked < MOST_MARKS;
    place = placeOf(text.slice(from), words)
  ) {
    const [start, end] = [from + place.start, from + place.end];
    if (end <= from) break;
    if (start > from) parts.push(text.slice(from, start));
    parts.push(
      <mark key={start} className={styles.match}>
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
    marked += 1;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)];
}

export function Marks({ text }: { text: string }) {
  return withMarks(text, useContext(MarkedContext));
}
