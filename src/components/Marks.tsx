import { createContext, type ReactNode, useContext } from "react";
import { placeOf } from "../text/search.ts";
import styles from "./Marks.module.css";

/** The words that texts inside highlight; "" for none. */
export const MarkedContext = createContext("");

/** Returns the text with every match in a `<mark>`, or the text itself. */
export function withMarks(text: string, words: string): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (let place = placeOf(text, words); place; place = placeOf(text.slice(from), words)) {
    const [start, end] = [from + place.start, from + place.end];
    if (end <= from) break;
    if (start > from) parts.push(text.slice(from, start));
    parts.push(
      <mark key={start} className={styles.match}>
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)];
}

export function Marks({ text }: { text: string }) {
  return withMarks(text, useContext(MarkedContext));
}
