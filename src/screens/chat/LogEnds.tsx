import type { SnapshotFrom } from "xstate";
import type { HistoryEvent, historyMachine } from "../../../machines/conversation/history.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { MessageCircle } from "../../components/icons.ts";
import { ChatSkeleton } from "../../components/Skeleton.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./LogEnds.module.css";

export type PastState = SnapshotFrom<typeof historyMachine>["value"]["past"];

export function pastState(snapshot: SnapshotFrom<typeof historyMachine>): PastState {
  return snapshot.value.past;
}

type SendToHistory = (event: Extract<HistoryEvent, { type: `user.${string}` }>) => void;

/**
 * Its height never changes, so that no row below it moves. Its button is no tab stop: scrolling loads older messages
 * too, and the focus would scroll to the start of the log and be lost there.
 */
export function LogStart({ past, send }: { past: PastState; send: SendToHistory }) {
  const { t } = useText();
  switch (past) {
    case "idle":
      return (
        <button
          type="button"
          tabIndex={-1}
          className={styles.action}
          onClick={() => send({ type: "user.loadOlder" })}
        >
          {t("chat.loadOlder")}
        </button>
      );
    case "opening":
    case "loadingOlder":
      return <Spinner label={t("chat.loadingOlder")} />;
    case "failed":
      return (
        <p className={styles.line}>
          {t("messageTip.getHistoryFailed")}
          <button type="button" className={styles.action} onClick={() => send({ type: "user.retryHistory" })}>
            {t("common.retry")}
          </button>
        </p>
      );
    case "exhausted":
      return <p className={styles.line}>{t("chat.beginning")}</p>;
  }
}

export function LogEnd({ send }: { send: SendToHistory }) {
  const { t } = useText();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.action}
      onClick={() => send({ type: "user.loadNewer" })}
    >
      {t("common.loadMore")}
    </button>
  );
}

export interface NoMessagesProps {
  past: PastState;
  canWrite: boolean;
  send: SendToHistory;
}

/** The loading state appears after 150 ms. */
export function NoMessages({ past, canWrite, send }: NoMessagesProps) {
  const { t } = useText();
  switch (past) {
    case "failed":
      return (
        <ErrorState
          text={t("messageTip.getHistoryFailed")}
          onRetry={() => send({ type: "user.retryHistory" })}
        />
      );
    case "exhausted":
      return (
        <EmptyState
          icon={MessageCircle}
          text={t("chat.empty")}
          hint={canWrite ? t("chat.emptyHint") : undefined}
        />
      );
    default:
      return <ChatSkeleton />;
  }
}
