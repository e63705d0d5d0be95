import { useCallback, useState } from "react";
import type { MergedHistory, MergedMessage } from "../../../../machines/domain/message.ts";
import { mergedMediaIn } from "../../../../machines/media/shared-items.ts";
import { Avatar } from "../../../components/Avatar.tsx";
import { ErrorBoundary } from "../../../components/ErrorBoundary.tsx";
import { Sheet } from "../../../components/Sheet.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useGallery, useSend, useVoicePlayer } from "../../../shell/actors.tsx";
import { useNaming } from "../../../shell/names.ts";
import { MINUTE, useNow } from "../../../shell/now.ts";
import { isoTime, messageTime } from "../../../text/time.ts";
import { MessageText } from "../MessageText.tsx";
import { AttachmentView } from "./AttachmentView.tsx";
import { lookOf } from "./look.ts";
import styles from "./MergedSheet.module.css";

export interface MergedSheetProps {
  open: boolean;
  merged: MergedHistory;
  onClose: () => void;
  selfID: string;
}

/** A history inside it opens in another sheet above. */
export function MergedSheet({ open, merged, onClose, selfID }: MergedSheetProps) {
  const { t, language } = useText();
  const now = useNow(MINUTE);
  const inner = useOpenMerged();
  const toGallery = useSend(useGallery());
  const openMedia = (shownID: string) =>
    toGallery({
      type: "user.openGallery",
      conversationID: null,
      items: mergedMediaIn(merged.messages),
      shownID,
    });
  return (
    <Sheet open={open} onClose={onClose} title={merged.title || t("attachment.history")} tall>
      <ul className={styles.messages}>
        {merged.messages.map((message) => (
          <li key={message.clientMsgID} className={styles.message}>
            <Avatar name={message.senderNickname} />
            <div className={styles.content}>
              <p className={styles.head}>
                <span className={styles.name} dir="auto">
                  {message.senderNickname || t("common.someone")}
                </span>
                <time dateTime={isoTime(message.sendTime)} className={styles.time}>
                  {messageTime(message.sendTime, now, language)}
                </time>
              </p>
              <ErrorBoundary>
                <MergedMessageView
                  message={message}
                  selfID={selfID}
                  onOpen={inner.open}
                  onOpenMedia={openMedia}
                />
              </ErrorBoundary>
            </div>
          </li>
        ))}
      </ul>
      {inner.merged && (
        <MergedSheet open={inner.isOpen} merged={inner.merged} onClose={inner.close} selfID={selfID} />
      )}
    </Sheet>
  );
}

interface MergedMessageViewProps {
  message: MergedMessage;
  selfID: string;
  onOpen: (clientMsgID: string, merged: MergedHistory) => void;
  onOpenMedia: (clientMsgID: string) => void;
}

function MergedMessageView({
  message: { clientMsgID, content },
  selfID,
  onOpen,
  onOpenMedia,
}: MergedMessageViewProps) {
  const toPlayer = useSend(useVoicePlayer());
  const [isUnfolded, setIsUnfolded] = useState(false);
  // The original chat may be unknown here, so mentions have no card to open.
  const naming = useNaming(null);
  if (lookOf(content) === "words")
    return (
      <MessageText
        content={content}
        selfID={selfID}
        naming={naming}
        isUnfolded={isUnfolded}
        onToggle={() => setIsUnfolded(!isUnfolded)}
      />
    );
  return (
    <div className={styles.thing} data-look={lookOf(content)}>
      <AttachmentView
        content={content}
        clientMsgID={clientMsgID}
        isForeign={false}
        onOpenMerged={onOpen}
        onOpenMedia={() => onOpenMedia(clientMsgID)}
        onPlayVoice={(id, { url }) =>
          toPlayer({ type: "user.playVoice", voice: { clientMsgID: id, url }, next: [] })
        }
      />
    </div>
  );
}

interface Opened {
  /** Of the message with the history. */
  clientMsgID: string;
  merged: MergedHistory | null;
  isOpen: boolean;
}

/** The history stays the same while its sheet closes. */
export function useOpenMerged() {
  const [opened, setOpened] = useState<Opened>({ clientMsgID: "", merged: null, isOpen: false });
  const open = useCallback(
    (clientMsgID: string, merged: MergedHistory) => setOpened({ clientMsgID, merged, isOpen: true }),
    [],
  );
  const close = () => setOpened({ ...opened, isOpen: false });
  return { ...opened, open, close };
}
