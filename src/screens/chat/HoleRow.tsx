import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./HoleRow.module.css";
import type { HoleState } from "./rows.ts";

/** A gap: messages are missing between two loaded ones. */
export function HoleRow({ hole, onRetry }: { hole: HoleState; onRetry: () => void }) {
  const { t } = useText();
  return (
    <p className={styles.hole}>
      {hole === "loading" ? t("chat.loadingMissing") : t("chat.missing")}
      {hole === "unfilled" && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          {t("common.retry")}
        </button>
      )}
    </p>
  );
}
