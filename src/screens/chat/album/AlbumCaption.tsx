import type { ReactNode } from "react";
import type { Message } from "../../../../machines/domain/message.ts";
import { useLongPress } from "../../../components/useLongPress.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useShown } from "../../../shell/names.ts";
import { contentPreview } from "../../../text/preview.ts";
import { clockTime } from "../../../text/time.ts";
import { MenuButton, opening } from "../MenuButton.tsx";
import { SendFailure } from "../MessageStatus.tsx";
import { MessageText } from "../MessageText.tsx";
import type { MessageRowProps } from "../rowProps.ts";
import { SelectionMark, useIsSelecting } from "../selection/Selectable.tsx";
import styles from "./AlbumCaption.module.css";
import { PART } from "./AlbumTile.tsx";

export interface AlbumCaptionProps
  extends Pick<
    MessageRowProps,
    "foundID" | "isInert" | "isOwn" | "isUnfolded" | "selfID" | "naming" | "actions"
  > {
  message: Message;
  /** Time and status of the album. */
  children: ReactNode;
}

/** The text below the pictures of an album. It is a message of its own. */
export function AlbumCaption({ message, children, ...props }: AlbumCaptionProps) {
  const { foundID, isInert, isOwn, isUnfolded, selfID, naming, actions } = props;
  const text = useText();
  const { clientMsgID, content } = message;
  const press = useLongPress((at) => actions.openMenu(message, at));
  const { name } = useShown(naming, message.sendID);
  const isSelecting = useIsSelecting();
  const label = {
    name,
    time: clockTime(message.sendTime),
    words: opening(contentPreview(content, text, selfID)),
  };
  const isFound = foundID === clientMsgID;
  return (
    <div
      className={styles.caption}
      data-selecting={isSelecting || undefined}
      data-found={isFound || undefined}
      {...{ [PART]: clientMsgID }}
    >
      <div className={styles.content} inert={isSelecting} {...press}>
        <MessageText
          content={content}
          selfID={selfID}
          naming={naming}
          isUnfolded={isUnfolded}
          onToggle={() => actions.fold(clientMsgID, isUnfolded)}
        />
        {children}
        {isOwn && message.status === "failed" && (
          <div className={styles.failure}>
            <SendFailure failure={message.failure} onRetry={() => actions.retry(message)} />
          </div>
        )}
        {!isInert && !isSelecting && (
          <MenuButton
            label={text.t("messageMenu.of", label)}
            className={styles.menu}
            onOpen={(at) => actions.openMenu(message, at)}
          />
        )}
      </div>
      {isFound && <span className={styles.found} onAnimationEnd={actions.forgetFound} />}
      <SelectionMark message={message} selfID={selfID} naming={naming} isInside />
    </div>
  );
}
