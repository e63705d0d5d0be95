import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { MessageChoice } from "../../../machines/vocabulary/message-choices.ts";
import type { Message } from "../../../machines/vocabulary/messages.ts";
import { type ComposerActor, type MessageActionsActor, useClipboard, useSend } from "../../app/actors.tsx";
import { ActionMenu, type ActionMenuItem } from "../../components/ActionMenu.tsx";
import { Copy, CornerUpLeft, RotateCw, Trash2, Undo2 } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Text } from "../../i18n/text.ts";
import { mentionText } from "../../text/mentions.ts";

export interface MessageMenuProps {
  actions: MessageActionsActor;
  composer: ComposerActor;
  /** Whether something may be written here. */
  canReply: boolean;
  /** A reply was begun. */
  onReply: () => void;
}

/** What one can do with a message, and the question before it is deleted. */
export function MessageMenu({ actions, composer, canReply, onReply }: MessageMenuProps) {
  const text = useText();
  const send = useSend(actions);
  const toComposer = useSend(composer);
  const toClipboard = useSend(useClipboard());
  const menu = useSelector(actions, ({ context }) => context.menu);
  const isChoosing = useSelector(actions, (snapshot) => snapshot.hasTag("choosing"));
  const isConfirming = useSelector(actions, (snapshot) => snapshot.hasTag("confirming"));
  const isAsking = useLastWhile(isChoosing || isConfirming, isConfirming);
  if (!menu) return null;
  const { message, choices } = menu;
  const { t } = text;

  const items: Record<MessageChoice, ActionMenuItem> = {
    retry: {
      key: "retry",
      label: t("messageMenu.retry"),
      icon: RotateCw,
      onSelect: () => send({ type: "user.retryMessage", message }),
    },
    copy: {
      key: "copy",
      label: t("messageMenu.copy"),
      icon: Copy,
      onSelect: () => toClipboard({ type: "user.copyText", text: wordsOf(message, text) }),
    },
    reply: {
      key: "reply",
      label: t("messageMenu.reply"),
      icon: CornerUpLeft,
      onSelect: () => {
        toComposer({ type: "user.reply", message });
        onReply();
      },
    },
    recall: {
      key: "recall",
      label: t("messageMenu.recall"),
      icon: Undo2,
      staysOpen: true,
      onSelect: () => send({ type: "user.revokeMessage" }),
    },
    delete: {
      key: "delete",
      label: t("messageMenu.delete"),
      icon: Trash2,
      danger: true,
      staysOpen: true,
      onSelect: () => send({ type: "user.askDelete" }),
    },
  };
  const confirm: ActionMenuItem = {
    key: "confirm",
    label: t("messageMenu.delete"),
    danger: true,
    staysOpen: true,
    onSelect: () => send({ type: "user.deleteMessage" }),
  };
  const offered = choices.filter((choice) => choice !== "reply" || canReply);

  return (
    <ActionMenu
      open={isChoosing || isConfirming}
      onClose={() => send({ type: "user.closeMenu" })}
      title={isAsking ? t("messageMenu.deleteTitle") : t("messageMenu.title")}
      hint={isAsking ? t("messageMenu.deleteHint") : undefined}
      items={isAsking ? [confirm] : offered.map((choice) => items[choice])}
    />
  );
}

/** A value as it is while something goes on, and after that as it was last: words stay while their sheet closes. */
function useLastWhile<Value>(isOn: boolean, value: Value): Value {
  const [last, setLast] = useState(value);
  if (isOn && value !== last) setLast(value);
  return isOn ? value : last;
}

/** The words of a message as they are read. */
function wordsOf({ content }: Message, { t }: Text): string {
  if (content.type === "at") return mentionText(content.text, content.mentions, t("preview.everyone"));
  return content.type === "text" || content.type === "quote" ? content.text : "";
}
