import { memo, useDeferredValue } from "react";
import type { Conversation, ConversationChange } from "../../../machines/domain/conversation.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Badge } from "../../components/Badge.tsx";
import { Icon } from "../../components/Icon.tsx";
import { BellOff, MailOpen, Pin, PinOff, Trash2 } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import type { Point } from "../../components/point.ts";
import { type SwipeAction, SwipeActions } from "../../components/SwipeActions.tsx";
import { useLongPress } from "../../components/useLongPress.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { ConversationPreview } from "./ConversationPreview.tsx";
import { OnlineDot } from "./OnlineDot.tsx";

/** The same object for all rows and renders. */
export interface RowHandlers {
  open: (conversation: Conversation) => void;
  showMenu: (conversation: Conversation, at: Point) => void;
  askToDelete: (conversation: Conversation) => void;
  change: (change: ConversationChange) => void;
  swipe: (conversation: Conversation, isOpen: boolean) => void;
}

export interface ConversationRowProps {
  conversation: Conversation;
  selfID: string;
  time: string;
  isSwiped: boolean;
  /** The chat is in view beside the list. */
  isCurrent: boolean;
  /** The row has actions besides opening. */
  canChange: boolean;
  handlers: RowHandlers;
}

/** Renders only when its own data changes. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, selfID, time, isSwiped, isCurrent, canChange, handlers } = props;
  const { t } = useText();
  const longPress = useLongPress((at) => {
    if (canChange) handlers.showMenu(conversation, at);
  });
  const { showName, faceURL, kind, isPinned, unreadCount, recvMsgOpt } = conversation;
  const isMuted = recvMsgOpt !== 0;
  // The actions render later: rows that a fling passes do not need them.
  const hasActions = useDeferredValue(true, false);
  const actions = useSwipeActions(conversation, handlers);
  return (
    <SwipeActions
      open={isSwiped}
      onOpenChange={(isOpen) => handlers.swipe(conversation, isOpen)}
      actions={hasActions && canChange ? actions : NO_ACTIONS}
    >
      <ListRow
        {...longPress}
        data-conversation={conversation.conversationID}
        size="tall"
        sunken={isPinned}
        data-lined=""
        data-fresh={unreadCount > 0 || undefined}
        aria-current={isCurrent || undefined}
        leading={
          <>
            <Avatar name={showName} src={faceURL} kind={kind === "group" ? "group" : "person"} size={48} />
            {kind === "single" && <OnlineDot userID={conversation.userID} />}
          </>
        }
        title={showName}
        aside={time}
        detail={<ConversationPreview conversation={conversation} selfID={selfID} isCurrent={isCurrent} />}
        end={
          // The badge stays mounted, so that it can pop when it appears.
          <>
            {isMuted && <Icon of={BellOff} size={16} label={t("conversations.muted")} />}
            <Badge
              count={unreadCount}
              muted={isMuted}
              label={t("conversations.unread", { count: unreadCount })}
            />
          </>
        }
        onClick={() => handlers.open(conversation)}
      />
    </SwipeActions>
  );
});

const NO_ACTIONS: readonly SwipeAction[] = [];

/** At most three. The long-press menu has all actions (4-64). */
function useSwipeActions(conversation: Conversation, handlers: RowHandlers): SwipeAction[] {
  const { t } = useText();
  const { conversationID, isPinned, unreadCount } = conversation;
  const pin: SwipeAction = {
    key: "pin",
    label: t(isPinned ? "conversations.unpin" : "conversations.pin"),
    icon: isPinned ? PinOff : Pin,
    tone: "quiet",
    onSelect: () => handlers.change({ kind: "pin", conversationID, pinned: !isPinned }),
  };
  const markRead: SwipeAction = {
    key: "markRead",
    label: t("conversations.markRead"),
    icon: MailOpen,
    tone: "accent",
    onSelect: () => handlers.change({ kind: "markRead", conversationID }),
  };
  const remove: SwipeAction = {
    key: "delete",
    label: t("conversations.delete"),
    icon: Trash2,
    tone: "danger",
    onSelect: () => handlers.askToDelete(conversation),
  };
  return unreadCount > 0 ? [markRead, pin, remove] : [pin, remove];
}
