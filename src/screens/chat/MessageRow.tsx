import { memo } from "react";
import type { Message, MessageContent } from "../../../machines/vocabulary/messages.ts";
import { isNotice } from "../../../machines/vocabulary/messages.ts";
import type { Naming } from "../../app/names.ts";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { contentPreview } from "../../text/preview.ts";
import { CallRecordRow } from "./CallRecordRow.tsx";
import { MessageBubble } from "./MessageBubble.tsx";
import styles from "./MessageRow.module.css";
import type { MessageRowData } from "./rows.ts";

/** What can be done with any message of the log; the same object for as long as the log lives. */
export interface MessageRowActions {
  openMenu: (message: Message) => void;
  retry: (message: Message) => void;
  /** Scrolls to the message a reply points at. */
  showQuoted: (clientMsgID: string) => void;
  /** The message that was scrolled to has been seen. */
  forgetFound: () => void;
  /** Shows the rest of a long message, or folds it again. */
  fold: (clientMsgID: string, isFolded: boolean) => void;
}

export interface MessageRowProps extends MessageRowData {
  /** The signed-in person's user id. */
  selfID: string;
  /** Where the people in the chat have their names from; the same object for as long as the chat is. */
  naming: Naming;
  /** It was just scrolled to and shows itself. */
  isFound: boolean;
  /** Its text is shown whole, however long. */
  isUnfolded: boolean;
  actions: MessageRowActions;
}

/** One message with what stands above it. Drawn again only when something of its own changes. */
export const MessageRow = memo(function MessageRow({ day, isFirstUnread, ...props }: MessageRowProps) {
  const { t } = useText();
  const { message, isFirst } = props;
  return (
    <div className={styles.row} data-first={isFirst || undefined}>
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
        {isNotice(message.content) ? (
          <Notice content={message.content} selfID={props.selfID} />
        ) : message.content.type === "callRecord" ? (
          <CallRecordRow {...props} record={message.content.record} />
        ) : (
          <MessageBubble {...props} />
        )}
      </ErrorBoundary>
    </div>
  );
});

/** What happened rather than what somebody said: small, in the middle. */
function Notice({ content, selfID }: { content: MessageContent; selfID: string }) {
  return <article className={styles.notice}>{contentPreview(content, useText(), selfID)}</article>;
}
