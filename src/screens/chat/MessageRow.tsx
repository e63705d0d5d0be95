import "../../styles/chat.css";
import { memo } from "react";
import { isNotice } from "../../../machines/domain/message.ts";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { AlbumBubble } from "./album/AlbumBubble.tsx";
import { CallRecordRow } from "./CallRecordRow.tsx";
import { EditAgain } from "./EditAgain.tsx";
import { GapRow } from "./GapRow.tsx";
import { GroupCallRow } from "./GroupCallRow.tsx";
import { MessageBubble } from "./MessageBubble.tsx";
import styles from "./MessageRow.module.css";
import { NoticeRow } from "./NoticeRow.tsx";
import type { MessageRowProps } from "./rowProps.ts";
import { Selectable } from "./selection/Selectable.tsx";

/** Renders only when its own data changes. */
export const MessageRow = memo(function MessageRow({ day, isFirstUnread, gap, ...props }: MessageRowProps) {
  const { t } = useText();
  const { message, album, isFirst, selfID, naming } = props;
  return (
    <div
      className={styles.row}
      data-row={message.clientMsgID}
      data-first={isFirst || undefined}
      onAnimationEnd={({ animationName, currentTarget }) => {
        if (animationName.includes("arrive")) delete currentTarget.dataset.arrival;
      }}
    >
      {gap !== null && <GapRow gap={gap} onRetry={props.actions.fillGaps} />}
      {day !== null && (
        <p className={styles.day}>
          <span>{day}</span>
        </p>
      )}
      {isFirstUnread && (
        <p className={styles.unread}>
          <span>{t("chat.unreadBelow")}</span>
        </p>
      )}
      <ErrorBoundary resetKey={`${message.clientMsgID} ${message.status} ${message.content.type}`}>
        {album ? (
          <AlbumBubble {...props} album={album} />
        ) : (
          <Selectable message={message} selfID={selfID} naming={naming}>
            {isNotice(message.content) ? (
              <NoticeRow content={message.content} selfID={selfID} naming={naming}>
                {message.sendID === selfID && message.content.type === "revoked" && (
                  <EditAgain clientMsgID={message.clientMsgID} onWritten={props.actions.write} />
                )}
              </NoticeRow>
            ) : message.content.type === "groupCall" ? (
              <GroupCallRow {...props} call={message.content.call} />
            ) : message.content.type === "callRecord" ? (
              <CallRecordRow {...props} record={message.content.record} />
            ) : (
              <MessageBubble {...props} />
            )}
          </Selectable>
        )}
      </ErrorBoundary>
    </div>
  );
});
