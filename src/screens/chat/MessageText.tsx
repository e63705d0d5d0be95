import type { MessageContent } from "../../../machines/vocabulary/messages.ts";
import { LinkText } from "../../components/LinkText.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { foldText } from "../../text/fold.ts";
import { splitMentions } from "../../text/mentions.ts";
import { contentPreview } from "../../text/preview.ts";
import styles from "./MessageBubble.module.css";

export interface MessageTextProps {
  content: MessageContent;
  /** The signed-in person's user id. */
  selfID: string;
  /** Its text is shown whole, however long. */
  isUnfolded: boolean;
  /** Shows the rest, or folds it again. */
  onToggle: () => void;
}

/**
 * What a message says. Kinds that cannot be drawn yet say what they are, in brackets (3-71). Of a very long text only
 * the beginning is drawn until the rest is asked for.
 */
export function MessageText({ content, selfID, isUnfolded, onToggle }: MessageTextProps) {
  const text = useText();
  if (content.type !== "text" && content.type !== "quote" && content.type !== "at")
    return <span className={styles.kind}>{contentPreview(content, text, selfID)}</span>;
  const folded = foldText(content.text);
  const shown = isUnfolded ? content.text : (folded ?? content.text);
  return (
    <>
      {content.type === "at" ? (
        <MentionText text={shown} mentions={content.mentions} everyone={text.t("preview.everyone")} />
      ) : (
        <LinkText text={shown} />
      )}
      {folded !== null && (
        <>
          {!isUnfolded && "…"}
          <button type="button" aria-expanded={isUnfolded} className={styles.fold} onClick={onToggle}>
            {text.t(isUnfolded ? "chat.showLess" : "chat.showMore")}
          </button>
        </>
      )}
    </>
  );
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
