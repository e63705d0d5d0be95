import type { Conversation } from "../../../machines/domain/conversation.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { Mic, Plus, Smile } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { CachedMessages } from "../../shell/cachedMessages.ts";
import { CachedLog } from "./CachedLog.tsx";
import composer from "./Composer.module.css";
import styles from "./MessageLog.module.css";

export interface CachedChatProps {
  conversation: Conversation | null;
  cached: CachedMessages;
}

/** A cached chat, shown until the real chat is open. */
export default function CachedChat({ conversation, cached }: CachedChatProps) {
  const { t } = useText();
  return (
    <>
      <div className={styles.frame}>
        <CachedLog conversation={conversation} {...cached} />
      </div>
      {conversation?.kind !== "system" && (
        <div className={composer.composer} inert>
          <div className={composer.row}>
            <IconButton icon={Plus} label={t("chat.more")} tone="quiet" />
            <div className={composer.field}>
              <span className={composer.input} style={{ color: "var(--text-2)", whiteSpace: "nowrap" }}>
                {t("chat.message")}
              </span>
            </div>
            <IconButton icon={Smile} label={t("emojis.open")} tone="quiet" />
            <IconButton icon={Mic} label={t("speaking.record")} tone="quiet" />
          </div>
        </div>
      )}
    </>
  );
}
