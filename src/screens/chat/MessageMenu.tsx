import type { Message } from "../../../machines/events.ts";
import { type ComposerActor, type ConversationActor, useSend } from "../../app/actors.tsx";
import { ActionMenu, type ActionMenuItem } from "../../components/ActionMenu.tsx";
import { Copy, CornerUpLeft, RotateCw, Trash2, Undo2 } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Text } from "../../i18n/text.ts";
import { authorOf } from "../../text/callRecord.ts";
import { mentionText } from "../../text/mentions.ts";

/** How long after sending a message may be taken back, in milliseconds. Servers allow more. */
export const RECALL_LIMIT = 2 * 60_000;

export interface MessageMenuState {
  message: Message;
  /** The moment it was opened, in milliseconds since the epoch. */
  openedAt: number;
  /** Whether it asks if the message is really to go. */
  isDeleting: boolean;
  isOpen: boolean;
}

export interface MessageMenuProps {
  /** Null before the first one. It stays while the menu closes, so that the words do not vanish before it. */
  state: MessageMenuState | null;
  onChange: (state: MessageMenuState) => void;
  conversation: ConversationActor;
  composer: ComposerActor;
  /** Whether something may be written here. */
  canReply: boolean;
  /** A reply was begun. */
  onReply: () => void;
}

/** What one can do with a message. */
export function MessageMenu(props: MessageMenuProps) {
  const { state, onChange, conversation, composer, canReply, onReply } = props;
  const text = useText();
  const toConversation = useSend(conversation);
  const toComposer = useSend(composer);
  if (!state) return null;
  const { message, isDeleting, isOpen } = state;
  const { t } = text;
  const words = copiedText(message, text);
  const { userID } = conversation.getSnapshot().context;
  const isOwn = message.sendID === userID && authorOf(message) === userID;

  const retry: ActionMenuItem = {
    key: "retry",
    label: t("messageMenu.retry"),
    icon: RotateCw,
    onSelect: () => toConversation({ type: "user.retryMessage", message }),
  };
  const copy: ActionMenuItem = {
    key: "copy",
    label: t("messageMenu.copy"),
    icon: Copy,
    onSelect: () => toConversation({ type: "user.copyMessage", text: words ?? "" }),
  };
  const reply: ActionMenuItem = {
    key: "reply",
    label: t("messageMenu.reply"),
    icon: CornerUpLeft,
    onSelect: () => {
      toComposer({ type: "user.reply", message });
      onReply();
    },
  };
  const recall: ActionMenuItem = {
    key: "recall",
    label: t("messageMenu.recall"),
    icon: Undo2,
    onSelect: () => toConversation({ type: "user.revokeMessage", message }),
  };
  const askDelete: ActionMenuItem = {
    key: "delete",
    label: t("messageMenu.delete"),
    icon: Trash2,
    danger: true,
    onSelect: () => onChange({ ...state, isDeleting: true }),
  };
  const confirmDelete: ActionMenuItem = {
    key: "confirm",
    label: t("messageMenu.delete"),
    danger: true,
    onSelect: () => toConversation({ type: "user.deleteMessage", message }),
  };
  const choices = [
    isOwn && message.status === "failed" && retry,
    words !== null && copy,
    canReply && message.status === "sent" && reply,
    isOwn && canRecall(state) && recall,
    // What is on its way is sent, whatever one does here: it can be recalled or deleted then.
    message.status !== "sending" && askDelete,
  ].filter((item) => item !== false);

  return (
    <ActionMenu
      open={isOpen}
      onClose={() => onChange({ ...state, isOpen: false })}
      title={isDeleting ? t("messageMenu.deleteTitle") : t("messageMenu.title")}
      hint={isDeleting ? t("messageMenu.deleteHint") : undefined}
      items={isDeleting ? [confirmDelete] : choices}
    />
  );
}

function canRecall({ message, openedAt }: MessageMenuState): boolean {
  return message.status === "sent" && openedAt - message.sendTime <= RECALL_LIMIT;
}

/** The words of a message as they are read, or null when it has none. */
function copiedText({ content }: Message, { t }: Text): string | null {
  switch (content.type) {
    case "text":
    case "quote":
      return content.text;
    case "at":
      return mentionText(content.text, content.mentions, t("preview.everyone"));
    default:
      return null;
  }
}
