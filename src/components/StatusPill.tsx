import { useText } from "../i18n/TextProvider.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { RotateCw } from "./icons.ts";
import { Spinner } from "./Spinner.tsx";
import styles from "./StatusPill.module.css";

export interface StatusPillProps {
  state: "connecting" | "syncing" | "failed" | "offline" | "outdated";
  /** 0 to 100. */
  percent?: number | undefined;
  /** If set, a failed or offline connection and an outdated list offer "Retry". */
  onRetry?: (() => void) | undefined;
}

/**
 * The state of the connection, or of the list, beside the user's name (4-28). As wide as its text, but never wider than
 * its container.
 */
export function StatusPill({ state, percent, onRetry }: StatusPillProps) {
  const { t } = useText();
  const isWorking = state === "connecting" || state === "syncing";
  return (
    <span className={cx(styles.pill, !isWorking && styles.broken)}>
      {isWorking && <Spinner size={12} />}
      <span role="status" className={styles.text}>
        {percent === undefined ? t(`link.${state}`) : t("link.loading", { percent })}
      </span>
      {!isWorking && onRetry && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          <Icon of={RotateCw} size={14} />
          {t("link.retry")}
        </button>
      )}
    </span>
  );
}

export interface OfflineBarProps {
  onRetry?: (() => void) | undefined;
}

export function OfflineBar({ onRetry }: OfflineBarProps) {
  const { t } = useText();
  return (
    <div className={styles.bar}>
      <span role="status" className={styles.sentence}>
        {t("link.offlineBar")}
      </span>
      {onRetry && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          {t("link.retry")}
        </button>
      )}
    </div>
  );
}
