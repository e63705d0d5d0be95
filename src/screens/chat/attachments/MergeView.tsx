import type { MergedHistory } from "../../../../machines/domain/message.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { MergedStills } from "./MergedStills.tsx";
import styles from "./MergeView.module.css";

export interface MergeViewProps {
  merged: MergedHistory;
  onOpen: (merged: MergedHistory) => void;
}

export function MergeView({ merged, onOpen }: MergeViewProps) {
  const { t } = useText();
  const title = merged.title || t("attachment.history");
  const count = merged.messages.length;
  const words = (
    <>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      {merged.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a message never change
        <span key={index} className={styles.line} dir="auto">
          {line}
        </span>
      ))}
      <MergedStills messages={merged.messages} />
      <span className={styles.foot}>
        {count > 0 ? t("attachment.historyMore", { count }) : t("attachment.history")}
      </span>
    </>
  );
  if (count === 0) return <div className={styles.merged}>{words}</div>;
  return (
    <button
      type="button"
      className={styles.merged}
      aria-label={t("attachment.openHistory", { title })}
      onClick={() => onOpen(merged)}
    >
      {words}
    </button>
  );
}
