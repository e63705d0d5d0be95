import { placeOf } from "../../text/search.ts";
import styles from "./Marked.module.css";

export function Marked({ text, query }: { text: string; query: string }) {
  const place = placeOf(text, query);
  if (!place) return text;
  return (
    <>
      {text.slice(0, place.start)}
      <mark className={styles.match}>{text.slice(place.start, place.end)}</mark>
      {text.slice(place.end)}
    </>
  );
}
