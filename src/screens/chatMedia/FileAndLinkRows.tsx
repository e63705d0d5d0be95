import type { ComponentProps, ReactNode } from "react";
import { Virtualizer } from "virtua";
import type { Message } from "../../../machines/domain/message.ts";
import { chatPath } from "../../../machines/domain/route.ts";
import { linksIn } from "../../../machines/media/shared-items.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { MessageCircle } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { useConversationOf } from "../../shell/conversationOf.ts";
import { useNaming, useShown } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { oneLine } from "../../text/oneLine.ts";
import { isoTime, messageTime } from "../../text/time.ts";
import { FileView } from "../chat/attachments/FileView.tsx";
import styles from "./FileAndLinkRows.module.css";
import { ListEnd, nearEnd } from "./ListEnd.tsx";
import { ABOVE, type SharedListProps } from "./useSharedMessages.ts";

export function Files(props: SharedListProps) {
  return (
    <Rows {...props} as={FileList}>
      {({ clientMsgID, content }) =>
        content.type === "file" &&
        content.file && <FileView clientMsgID={clientMsgID} fileName={content.fileName} file={content.file} />
      }
    </Rows>
  );
}

export function Links(props: SharedListProps) {
  return (
    <Rows {...props} as={LinkList}>
      {({ content }) => (
        <>
          {linksIn(content).map(({ href, text }) => (
            <a key={href} className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ))}
          <p className={styles.source}>{"text" in content ? oneLine(content.text) : ""}</p>
        </>
      )}
    </Rows>
  );
}

interface RowsProps extends SharedListProps {
  as: typeof FileList;
  children: (message: Message) => ReactNode;
}

function Rows({ sharedMedia, messages, scroller, as, children }: RowsProps) {
  const toSharedMedia = useSend(sharedMedia);
  return (
    <>
      <Virtualizer
        as={as}
        item="li"
        data={messages}
        scrollRef={scroller}
        startMargin={ABOVE}
        onScroll={() => nearEnd(scroller.current) && toSharedMedia({ type: "user.loadMoreSharedMedia" })}
      >
        {(message: Message) => (
          <Row key={message.clientMsgID} message={message}>
            {children(message)}
          </Row>
        )}
      </Virtualizer>
      <ListEnd sharedMedia={sharedMedia} />
    </>
  );
}

function Row({ message, children }: { message: Message; children: ReactNode }) {
  const { t, language } = useText();
  const now = useNow(MINUTE);
  const toNavigation = useSend(useNavigation());
  const { conversationID, clientMsgID, sendID, sendTime } = message;
  const { name, heading } = useShown(useNaming(useConversationOf(conversationID)), sendID);
  const time = messageTime(sendTime, now, language);
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        {children}
        <p className={styles.detail}>
          <span className={styles.name}>{heading || "\u00a0"}</span>
          <time dateTime={isoTime(sendTime)}>{time}</time>
        </p>
      </div>
      <IconButton
        icon={MessageCircle}
        size={20}
        tone="quiet"
        label={t("chatMedia.toMessage", { name, time })}
        onClick={() => toNavigation({ type: "user.navigate", to: chatPath(conversationID, clientMsgID) })}
      />
    </div>
  );
}

function FileList(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("chatMedia.files")} {...props} />;
}

function LinkList(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("chatMedia.links")} {...props} />;
}
