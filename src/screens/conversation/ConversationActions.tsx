import { useState } from "react";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { ActionMenu, type ActionMenuItem } from "../../components/ActionMenu.tsx";
import { Bell, BellOff, MailOpen, Pin, PinOff, Trash2 } from "../../components/icons.ts";
import type { Point } from "../../components/point.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import type { RowHandlers } from "./ConversationRow.tsx";

export interface Choice {
  conversation: Conversation;
  step: "menu" | "delete";
  /** Where the user opened the menu. */
  at: Point | null;
}

export interface ConversationActionsProps {
  choice: Choice | null;
  handlers: RowHandlers;
  onClose: () => void;
}

/** Requirement 4-64. */
export function ConversationActions({ choice, handlers, onClose }: ConversationActionsProps) {
  const { t } = useText();
  // A closing menu still shows its conversation.
  const [last, setLast] = useState(choice);
  if (choice && choice !== last) setLast(choice);
  const conversation = (choice ?? last)?.conversation;
  const items = useItems(conversation, handlers);
  if (!conversation) return null;
  return (
    <>
      <ActionMenu
        open={choice?.step === "menu"}
        onClose={onClose}
        at={(choice ?? last)?.at}
        title={t("conversations.actions", { name: conversation.showName })}
        items={items}
      />
      <ConfirmSheet
        open={choice?.step === "delete"}
        onClose={onClose}
        title={t("conversations.deleteTitle")}
        hint={t("conversations.deleteHint")}
        action={t("conversations.delete")}
        onConfirm={() => handlers.change({ kind: "remove", conversationID: conversation.conversationID })}
      />
    </>
  );
}

function useItems(conversation: Conversation | undefined, handlers: RowHandlers): ActionMenuItem[] {
  const { t } = useText();
  if (!conversation) return [];
  const { conversationID, isPinned, recvMsgOpt, unreadCount } = conversation;
  const isMuted = recvMsgOpt !== 0;
  return [
    {
      key: "pin",
      label: t(isPinned ? "conversations.unpin" : "conversations.pin"),
      icon: isPinned ? PinOff : Pin,
      onSelect: () => handlers.change({ kind: "pin", conversationID, pinned: !isPinned }),
    },
    {
      key: "markRead",
      label: t("conversations.markRead"),
      icon: MailOpen,
      disabled: unreadCount === 0,
      onSelect: () => handlers.change({ kind: "markRead", conversationID }),
    },
    {
      key: "mute",
      label: t(isMuted ? "conversations.unmute" : "conversations.mute"),
      icon: isMuted ? Bell : BellOff,
      onSelect: () => handlers.change({ kind: "mute", conversationID, muted: !isMuted }),
    },
    {
      key: "delete",
      label: t("conversations.delete"),
      icon: Trash2,
      danger: true,
      onSelect: () => handlers.askToDelete(conversation),
    },
  ];
}
