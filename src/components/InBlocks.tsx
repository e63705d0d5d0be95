import { type ReactNode, useMemo } from "react";
import { blocksOf } from "../text/fold.ts";
import styles from "./InBlocks.module.css";

export interface InBlocksProps {
  text: string;
  /** Draws one block; as plain text by default. */
  draw?: (block: string) => ReactNode;
}

/** A text that may be very long. As a single paragraph, some texts of 100 000 letters stop the page for minutes. */
export function InBlocks({ text, draw = (block) => block }: InBlocksProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  if (blocks.length < 2) return draw(text);
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change
    <span key={place} className={styles.block}>
      {draw(block)}
    </span>
  ));
}
