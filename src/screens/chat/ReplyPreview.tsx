import { useSelector } from "@xstate/react";
import type { Message } from "../../../machines/domain/message.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { X } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConversation } from "../../shell/actors.tsx";
import { useNaming, useShown } from "../../shell/names.ts";
import { contentPreview } from "../../text/preview.ts";
import styles from "./Composer.module.css";

export interface ReplyPreviewProps {
  message: Message;
  selfID: string;
  onCancel: () => void;
}

export function ReplyPreview({ message, selfID, onCancel }: ReplyPreviewProps) {
  const text = useText();
  const { t } = text;
  const conversation = useSelector(useConversation(), (open) => open?.context.conversation ?? null);
  const { name } = useShown(useNaming(conversation), message.sendID);
  return (
    <div className={styles.reply}>
      <div className={styles.replyWords}>
        <p className={styles.replyName}>{t("chat.replyingTo", { name })}</p>
        <p className={styles.replyLine}>{contentPreview(message.content, text, selfID)}</p>
      </div>
      <IconButton icon={X} label={t("chat.cancelReply")} size={20} tone="quiet" onClick={onCancel} />
    </div>
  );
}
