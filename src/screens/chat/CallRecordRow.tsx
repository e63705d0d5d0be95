import type { CallRecord } from "../../../machines/domain/call.ts";
import { isMissed, isRingingAt } from "../../../machines/domain/call.ts";
import { authorOf } from "../../../machines/domain/message.ts";
import { cx } from "../../components/cx.ts";
import { Icon } from "../../components/Icon.tsx";
import { ArrowDownLeft, ArrowUpRight, Phone, Video } from "../../components/icons.ts";
import { useLongPress } from "../../components/useLongPress.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConversation } from "../../shell/actors.tsx";
import { useStartCall } from "../../shell/calling.ts";
import { useShown } from "../../shell/names.ts";
import { SECOND, useNow } from "../../shell/now.ts";
import { callDirection, callSummary } from "../../text/callRecord.ts";
import { clockTime, isoTime } from "../../text/time.ts";
import styles from "./CallRecordRow.module.css";
import { MenuButton } from "./MenuButton.tsx";
import bubble from "./MessageBubble.module.css";
import { MessageStatus, SendFailure } from "./MessageStatus.tsx";
import type { MessageRowProps } from "./rowProps.ts";

export interface CallRecordRowProps extends Omit<MessageRowProps, "day" | "isFirstUnread" | "gap"> {
  record: CallRecord;
}

/** Is on the caller's side, also if the callee recorded the call. A tap calls back (2-97). */
export function CallRecordRow({
  record,
  message,
  isOwn: isOutgoing,
  isFirst,
  isLast,
  selfID,
  naming,
  actions,
}: CallRecordRowProps) {
  const { t } = useText();
  const callBack = useCallBack();
  const press = useLongPress((at) => actions.openMenu(message, at));
  const isSent = isOutgoing && message.sendID === selfID;
  const isVideo = record.mediaType === "video";
  // Drawn again when the ring is over.
  const now = useNow(SECOND, message.sendTime + (record.ringSeconds ?? 0) * SECOND);
  const isRinging = isRingingAt(record, message.sendTime, now);
  const hasMissed = !isRinging && isMissed(record, isOutgoing);
  const summary = isRinging
    ? t(isVideo ? "chat.videoCall" : "chat.voiceCall")
    : callSummary(record, isOutgoing, t);
  const time = clockTime(message.sendTime);
  const { name } = useShown(naming, authorOf(message));
  return (
    <article
      className={bubble.message}
      aria-label={t("chat.from", { name, time })}
      data-own={isOutgoing || undefined}
      data-first={isFirst || undefined}
      data-last={isLast || undefined}
      data-tail={isLast || undefined}
    >
      <div className={cx(bubble.bubble, styles.bubble)}>
        <button
          type="button"
          className={cx(styles.record, hasMissed && styles.missed)}
          onClick={() => callBack(record)}
          {...press}
        >
          <span className={styles.disc}>
            <Icon of={isVideo ? Video : Phone} size={22} />
          </span>
          <span className={styles.words}>
            <span className={styles.summary}>{summary}</span>
            <span className={styles.detail}>
              <Icon of={isOutgoing ? ArrowUpRight : ArrowDownLeft} size={14} />
              <span>{hasMissed ? t("callRecord.tapToCall") : callDirection(record, isOutgoing, t)}</span>
              <time dateTime={isoTime(message.sendTime)} className={styles.time}>
                {time}
              </time>
              {isSent && <MessageStatus message={message} />}
            </span>
            {!hasMissed && <span className="visually-hidden">{t("callRecord.tapToCall")}</span>}
          </span>
        </button>
        {isSent && message.status === "failed" && (
          <div className={styles.failure}>
            <SendFailure failure={message.failure} onRetry={() => actions.retry(message)} />
          </div>
        )}
      </div>
      <MenuButton
        label={t("messageMenu.of", { name, time, words: summary })}
        onOpen={(at) => actions.openMenu(message, at)}
      />
    </article>
  );
}

function useCallBack(): (record: CallRecord) => void {
  const startCall = useStartCall();
  const conversation = useConversation();
  return ({ mediaType }) => {
    const row = conversation?.getSnapshot().context.conversation;
    if (row?.kind === "single") {
      startCall({ userID: row.userID, nickname: row.showName, faceURL: row.faceURL }, mediaType);
    }
  };
}
