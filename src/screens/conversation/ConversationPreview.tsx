import { useSelector } from "@xstate/react";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { isNotice, type Message } from "../../../machines/domain/message.ts";
import { Icon } from "../../components/Icon.tsx";
import { Check, CheckCheck, CircleAlert, Clock } from "../../components/icons.ts";
import { NoticeText } from "../../components/NoticeText.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Translate } from "../../i18n/text.ts";
import { useTypists, useWaitingRecordings } from "../../shell/actors.tsx";
import { type Naming, useNaming, useSenderName, useShown } from "../../shell/names.ts";
import { isNaming, type NamingContent } from "../../text/notice.ts";
import { messagePreview } from "../../text/preview.ts";
import styles from "./ConversationPreview.module.css";

interface OwnConversation {
  conversation: Conversation;
  selfID: string;
}

export interface ConversationPreviewProps extends OwnConversation {
  /** The chat is open beside the list: its draft is in the composer. */
  isCurrent: boolean;
}

export function ConversationPreview({ conversation, selfID, isCurrent }: ConversationPreviewProps) {
  const text = useText();
  const { t } = text;
  const { conversationID, draftText, latestMsg, groupAtType, mention, unreadCount, kind } = conversation;
  const senderNickname = useSenderName(latestMsg);
  const mark = mentionMark(t, groupAtType || (unreadCount > 0 && mention?.kind) || 0);
  const hasSpoken =
    useSelector(useWaitingRecordings(), (spoken) =>
      spoken?.context.conversationIDs.includes(conversationID),
    ) ?? false;
  const isTyping =
    useSelector(useTypists(), (typists) => typists?.context.conversationIDs.includes(conversationID)) ??
    false;
  if (isTyping) return <span className={styles.typing}>{`${t("chat.typing")}…`}</span>;
  if (!isCurrent && (draftText !== "" || hasSpoken)) {
    return (
      <>
        {mark && <span className={styles.urgent}>{mark} </span>}
        <span className={styles.urgent}>{t("conversations.draft")}</span> {draftText || t("preview.voice")}
      </>
    );
  }
  // A row without a message keeps its second line, so that all rows have the same height.
  if (!latestMsg) return "\u00a0";
  return (
    <>
      {mark && <span className={styles.urgent}>{mark} </span>}
      <Status message={latestMsg} selfID={selfID} />
      {isNaming(latestMsg.content) ? (
        <NoticeLine content={latestMsg.content} conversation={conversation} selfID={selfID} />
      ) : (
        messagePreview({ ...latestMsg, senderNickname }, { text, selfID, isGroup: kind === "group" })
      )}
    </>
  );
}

/** As in the chat (MessageStatus), in front of the user's own message. */
function Status({ message, selfID }: { message: Message; selfID: string }) {
  const { t } = useText();
  const { status, sendID, groupID, isRead, content } = message;
  if (status === "failed")
    return <Icon of={CircleAlert} size={16} label={t("status.failed")} className={styles.failed} />;
  if (status === "sending")
    return <Icon of={Clock} size={14} label={t("status.sending")} className={styles.sending} />;
  if (sendID !== selfID || isNotice(content) || content.type === "groupCall") return null;
  return isRead && groupID === "" ? (
    <Icon of={CheckCheck} size={16} label={t("status.read")} className={styles.read} />
  ) : (
    <Icon of={Check} size={16} label={t("status.sent")} className={styles.sent} />
  );
}

interface NoticeLineProps extends OwnConversation {
  content: NamingContent;
}

/** Shows the users' current names, as in the chat. */
function NoticeLine({ content, conversation, selfID }: NoticeLineProps) {
  const naming = useNaming(conversation);
  return (
    <NoticeText
      content={content}
      selfID={selfID}
      name={(userID) => <Name userID={userID} naming={naming} />}
    />
  );
}

function Name({ userID, naming }: { userID: string; naming: Naming }) {
  return useShown(naming, userID).name;
}

/** `groupAtType` of unread messages: 1 mentions the user, 2 all, 3 both, 4 is an announcement. */
function mentionMark(t: Translate, groupAtType: number): string | null {
  switch (groupAtType) {
    case 1:
    case 3:
      return t("conversations.mentionMe");
    case 2:
      return t("conversations.mentionAll");
    case 4:
      return t("conversations.announcement");
    default:
      return null;
  }
}
