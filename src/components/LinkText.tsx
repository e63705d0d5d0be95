import { Fragment, useContext, useMemo } from "react";
import { splitLinks } from "../../machines/domain/links.ts";
import styles from "./LinkText.module.css";
import { MarkedContext, withMarks } from "./Marks.tsx";

/** User text with line breaks and links. It is never interpreted as markup (3-74, 9-33). */
export function LinkText({ text }: { text: string }) {
  const parts = useMemo(() => splitLinks(text), [text]);
  const words = useContext(MarkedContext);
  return (
    <span className={styles.text}>
      {parts.map((part) =>
        part.kind === "link" ? (
          <a key={part.start} href={part.href} target="_blank" rel="noopener noreferrer">
            {withMarks(part.text, words)}
          </a>
        ) : (
          <Fragment key={part.start}>{withMarks(part.text, words)}</Fragment>
        ),
      )}
    </span>
  );
}
