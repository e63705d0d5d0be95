import { memo, useDeferredValue } from "react";
import { firstUnread } from "../../../machines/conversation/unread-mark.ts";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNaming } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import type { Remembered } from "../../shell/remembered.ts";
import { startOfDay } from "../../text/time.ts";
import { MessageRow } from "./MessageRow.tsx";
import styles from "./RememberedLog.module.css";
import type { MessageRowActions } from "./rowProps.ts";
import { layOutRows } from "./rows.ts";

export interface RememberedLogProps extends Remembered {
  /** Whose messages; null while no list knows the chat. */
  conversation: Conversation | null;
}

/** So many messages fill most of a phone. */
const AT_ONCE = 12;

/**
 * The newest messages of a chat as they were seen last, where they are going to stand. Nothing can be done to them: that
 * takes the chat itself.
 */
export const RememberedLog = memo(function RememberedLog({
  conversation,
  messages,
  unread,
}: RememberedLogProps) {
  const { t, language } = useText();
  const naming = useNaming(conversation);
  const now = startOfDay(useNow(MINUTE));
  const { selfID } = naming;
  const firstUnreadID = unread.count > 0 ? firstUnread(messages, unread, selfID) : null;
  const rows = layOutRows({ messages, selfID, firstUnreadID, now, language });
  // What is above the newest ones comes a picture later: the tap is answered sooner, and nothing moves by it.
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
              isFound={false}
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
  fillHoles: nothing,
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
