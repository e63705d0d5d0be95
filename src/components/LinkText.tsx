import { useMemo } from "react";
import { splitLinks } from "../../machines/domain/links.ts";
import styles from "./LinkText.module.css";

/** User text with line breaks and links. It is never interpreted as markup (3-74, 9-33). */
export function LinkText({ text }: { text: string }) {
  const parts = useMemo(() => splitLinks(text), [text]);
  return (
    <span className={styles.text}>
      {parts.map((part) =>
        part.kind === "link" ? (
          <a key={part.start} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </span>
  );
}
