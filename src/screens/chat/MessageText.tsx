import type { MessageContent } from "../../../machines/events.ts";
import { LinkText } from "../../components/LinkText.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { splitMentions } from "../../text/mentions.ts";
import { contentPreview } from "../../text/preview.ts";
import styles from "./MessageBubble.module.css";

export interface MessageTextProps {
  content: MessageContent;
  /** The signed-in person's user id. */
  selfID: string;
}

/** What a message says. Kinds that cannot be drawn yet say what they are, in brackets (3-71). */
export function MessageText({ content, selfID }: MessageTextProps) {
  const text = useText();
  switch (content.type) {
    case "text":
    case "quote":
      return <LinkText text={content.text} />;
    case "at":
      return <MentionText {...content} everyone={text.t("preview.everyone")} />;
    default:
      return <span className={styles.kind}>{contentPreview(content, text, selfID)}</span>;
  }
}

interface MentionTextProps {
  text: string;
  mentions: readonly { userID: string; name: string }[];
  everyone: string;
}

/** A text with the people it speaks to set off (3-40, 3-41). */
function MentionText({ text, mentions, everyone }: MentionTextProps) {
  let start = 0;
  return splitMentions(text, mentions, everyone).map((part) => {
    const key = start;
    start += part.text.length;
    return part.kind === "mention" ? (
      <span key={key} className={styles.mention}>
        {part.text}
      </span>
    ) : (
      <LinkText key={key} text={part.text} />
    );
  });
}
