import { useSelector } from "@xstate/react";
import { type MessageChoice, mayRecallIn } from "../../../machines/conversation/message-permissions.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { ActionMenu, type ActionMenuItem } from "../../components/ActionMenu.tsx";
import {
  Copy,
  CornerUpLeft,
  Forward,
  ListChecks,
  RotateCw,
  TextSelect,
  Trash2,
  Undo2,
} from "../../components/icons.ts";
import type { Point } from "../../components/point.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Text } from "../../i18n/text.ts";
import {
  type ComposerActor,
  type MessageMenuActor,
  type SelectionActor,
  useClipboard,
  useSend,
} from "../../shell/actors.tsx";
import { useLastWhile } from "../../shell/last.ts";
import { mentionText } from "../../text/mentions.ts";
import { TextSheet } from "./TextSheet.tsx";

export interface MessageMenuProps {
  actions: MessageMenuActor;
  composer: ComposerActor;
  selection: SelectionActor;
  /** Where the user opened it. */
  at: Point | null;
  canReply: boolean;
  onReply: () => void;
}

export function MessageMenu({ actions, composer, selection, at, canReply, onReply }: MessageMenuProps) {
  const text = useText();
  const send = useSend(actions);
  const toComposer = useSend(composer);
  const toSelection = useSend(selection);
  const toClipboard = useSend(useClipboard());
  const menu = useSelector(actions, ({ context }) => context.menu);
  const canRecall = useSelector(composer, ({ context }) => mayRecallIn(context.standing));
  const isChoosing = useSelector(actions, (snapshot) => snapshot.hasTag("choosing"));
  const isConfirming = useSelector(actions, (snapshot) => snapshot.hasTag("confirming"));
  const isShowingText = useSelector(actions, (snapshot) => snapshot.hasTag("showingText"));
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
      onSelect: () => toClipboard({ type: "user.copyText", text: textOf(message, text) }),
    },
    selectText: {
      key: "selectText",
      label: t("messageMenu.selectText"),
      icon: TextSelect,
      staysOpen: true,
      onSelect: () => send({ type: "user.selectText" }),
    },
    forward: {
      key: "forward",
      label: t("messageMenu.forward"),
      icon: Forward,
      onSelect: () => toSelection({ type: "user.forwardMessage", message }),
    },
    select: {
      key: "select",
      label: t("messageMenu.select"),
      icon: ListChecks,
      onSelect: () => toSelection({ type: "user.select", message }),
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
  const offered = choices.filter(
    (choice) => (choice !== "reply" || canReply) && (choice !== "recall" || canRecall),
  );

  const close = () => send({ type: "user.closeMenu" });
  return (
    <>
      <ActionMenu
        open={isChoosing || isConfirming}
        onClose={close}
        at={isAsking ? null : at}
        title={isAsking ? t("messageMenu.deleteTitle") : t("messageMenu.title")}
        hint={isAsking ? t("messageMenu.deleteHint") : undefined}
        items={isAsking ? [confirm] : offered.map((choice) => items[choice])}
      />
      <TextSheet open={isShowingText} onClose={close} words={textOf(message, text)} />
    </>
  );
}

function textOf({ content }: Message, { t }: Text): string {
  if (content.type === "at") return mentionText(content.text, content.mentions, t("preview.everyone"));
  return content.type === "text" || content.type === "quote" ? content.text : "";
}
