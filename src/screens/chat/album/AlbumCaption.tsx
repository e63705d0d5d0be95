import type { ReactNode } from "react";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useShown } from "../../../shell/names.ts";
import { contentPreview } from "../../../text/preview.ts";
import { opening } from "../MenuButton.tsx";
import { SendFailure } from "../MessageStatus.tsx";
import { MessageText } from "../MessageText.tsx";
import styles from "./AlbumCaption.module.css";
import { AlbumPart, type PartProps } from "./AlbumPart.tsx";

export interface AlbumCaptionProps extends PartProps {
  isUnfolded: boolean;
  /** Time and status of the album. */
  children: ReactNode;
}

/** The text below the pictures of an album. It is a message of its own. */
export function AlbumCaption({ isUnfolded, children, ...props }: AlbumCaptionProps) {
  const { message, isOwn, selfID, naming, actions } = props;
  const text = useText();
  const { clientMsgID, content } = message;
  const { name } = useShown(naming, message.sendID);
  return (
    <AlbumPart {...props} kind="caption" name={name} words={opening(contentPreview(content, text, selfID))}>
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
    </AlbumPart>
  );
}
