import { cx } from "../../../components/cx.ts";
import { Marks } from "../../../components/Marks.tsx";
import { splitName } from "../../../text/fileKind.ts";
import styles from "./FileName.module.css";

/** A file name on one line. A long name is cut before its extension. */
export function FileName({ name, className }: { name: string; className?: string | undefined }) {
  const { stem, ending } = splitName(name);
  return (
    <span className={cx(styles.name, className)}>
      <span className={styles.stem}>
        <Marks text={stem} />
      </span>
      <span className={styles.ending}>{ending}</span>
    </span>
  );
}
