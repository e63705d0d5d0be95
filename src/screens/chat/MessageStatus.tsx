import type { FailureCode } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { Icon } from "../../components/Icon.tsx";
import { Check, CheckCheck, CircleAlert, Clock } from "../../components/icons.ts";
import { failureText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Translate } from "../../i18n/text.ts";
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
  return (
    <div className={styles.failure}>
      <span className={styles.reason}>{reasonText(t, failure)}</span>
      <button type="button" className={styles.retry} onClick={onRetry}>
        {t("messageMenu.retry")}
      </button>
    </div>
  );
}

/** The reasons why messages of an album were not sent, each once. Each picture has its own retry button. */
export function SendFailures({ failures }: { failures: readonly SendFailureProps["failure"][] }) {
  const { t } = useText();
  const reasons = new Set(failures.map((failure) => reasonText(t, failure)));
  return [...reasons].map((reason) => (
    <p key={reason} className={styles.failure}>
      <span className={styles.reason}>{reason}</span>
    </p>
  ));
}

function reasonText(t: Translate, failure: FailureCode | undefined): string {
  return failure === undefined || failure === "unknown" ? t("status.failed") : failureText(t, failure);
}
