import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./GapRow.module.css";
import type { GapState } from "./rows.ts";

/** A gap: messages are missing between two loaded ones. */
export function GapRow({ gap, onRetry }: { gap: GapState; onRetry: () => void }) {
  const { t } = useText();
  return (
    <p className={styles.gap}>
      {gap === "loading" ? t("chat.loadingMissing") : t("chat.missing")}
      {gap === "unfilled" && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          {t("common.retry")}
        </button>
      )}
    </p>
  );
}
