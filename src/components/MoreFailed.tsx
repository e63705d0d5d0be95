import { useText } from "../i18n/TextProvider.tsx";
import { Button } from "./Button.tsx";
import styles from "./MoreFailed.module.css";

/** The end of a list whose next page could not be loaded. */
export function MoreFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  return (
    <div role="alert" className={styles.end}>
      <span>{t("chatMedia.moreFailed")}</span>
      <Button variant="secondary" onClick={onRetry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}
