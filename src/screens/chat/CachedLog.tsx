import { memo, useDeferredValue } from "react";
import { firstUnread } from "../../../machines/conversation/unread-mark.ts";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { useForeign } from "../../components/sources.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { CachedMessages } from "../../shell/cachedMessages.ts";
import { useNaming } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { startOfDay } from "../../text/time.ts";
import styles from "./CachedLog.module.css";
import { MessageRow } from "./MessageRow.tsx";
import type { MessageRowActions } from "./rowProps.ts";
import { layOutRows } from "./rows.ts";

export interface CachedLogProps extends CachedMessages {
  /** The chat of these messages. Null while no list has loaded it. */
  conversation: Conversation | null;
}

/** Enough messages to fill most of a phone screen. */
const AT_ONCE = 12;

/** Cached messages at their final place. They have no actions, because actions need the chat's actor. */
export const CachedLog = memo(function CachedLog({ conversation, messages, unread }: CachedLogProps) {
  const { t, language } = useText();
  const naming = useNaming(conversation);
  const now = startOfDay(useNow(MINUTE));
  const { selfID } = naming;
  const firstUnreadID = unread.count > 0 ? firstUnread(messages, unread, selfID) : null;
  const isForeign = useForeign();
  const rows = layOutRows({ messages, selfID, firstUnreadID, now, language, isForeign });
  // Older rows are drawn one frame later: the tap is answered sooner, and no visible row moves.
  const above = useDeferredValue(0, Math.max(0, rows.length - AT_ONCE));
  return (
    <div className={styles.log}>
      <div className={styles.rows}>
        <p role="status" className="visually-hidden">
          {t("common.loading")}
        </p>
        <div inert>
          {rows.slice(above).map((row) => (
            <MessageRow
              key={row.message.clientMsgID}
              {...row}
              selfID={selfID}
              foundID={null}
              isUnfolded={false}
              naming={naming}
              isInert
              actions={NO_ACTIONS}
            />
          ))}
        </div>
      </div>
    </div>
  );
});

function nothing(): void {}

const NO_ACTIONS: MessageRowActions = {
  openMenu: nothing,
  retry: nothing,
  fillGaps: nothing,
  cancelUpload: nothing,
  reply: nothing,
  write: nothing,
  showQuoted: nothing,
  forgetFound: nothing,
  openMerged: nothing,
  openMedia: nothing,
  playVoice: nothing,
  fold: nothing,
};
