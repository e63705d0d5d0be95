import type { FailureCode } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { Icon } from "../../components/Icon.tsx";
import { Check, CheckCheck, CircleAlert, Clock } from "../../components/icons.ts";
import { failureText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./MessageStatus.module.css";

/** "Read" is shown in single chats only. */
export function MessageStatus({ message }: { message: Message }) {
  const { t } = useText();
  const { status, isRead, groupID } = message;
  if (status === "failed") {
    return <Icon of={CircleAlert} size={14} label={t("status.failed")} className={styles.failed} />;
  }
  if (status === "sending") return <Icon of={Clock} size={12} label={t("status.sending")} />;
  return isRead && groupID === "" ? (
    <Icon of={CheckCheck} size={16} label={t("status.read")} className={styles.read} />
  ) : (
    <Icon of={Check} size={16} label={t("status.sent")} />
  );
}

export interface SendFailureProps {
  /** Undefined if the message failed before the page was loaded. */
  failure: FailureCode | undefined;
  onRetry: () => void;
}

/** The reason why a message was not sent, and a retry button (8-36). */
export function SendFailure({ failure, onRetry }: SendFailureProps) {
  const { t } = useText();
  const isExplained = failure !== undefined && failure !== "unknown";
  return (
    <div className={styles.failure}>
      <span className={styles.reason}>{isExplained ? failureText(t, failure) : t("status.failed")}</span>
      <button type="button" className={styles.retry} onClick={onRetry}>
        {t("messageMenu.retry")}
      </button>
    </div>
  );
}
