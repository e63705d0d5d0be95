import { useContext } from "react";
import { EVERYONE, type Mention } from "../../../machines/domain/mention.ts";
import type { MessageContent } from "../../../machines/domain/message.ts";
import { InBlocks } from "../../components/InBlocks.tsx";
import { LinkText } from "../../components/LinkText.tsx";
import { MarkedContext } from "../../components/Marks.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Naming } from "../../shell/names.ts";
import { useNavigate } from "../../shell/router.tsx";
import { foldText } from "../../text/fold.ts";
import { splitMentions } from "../../text/mentions.ts";
import { contentPreview } from "../../text/preview.ts";
import { placeOf } from "../../text/search.ts";
import { memberCardPath } from "../group/place.ts";
import styles from "./MessageBubble.module.css";
import { useMayLookAt } from "./useMembership.ts";

export interface MessageTextProps {
  content: MessageContent;
  selfID: string;
  naming: Naming;
  isUnfolded: boolean;
  onToggle: () => void;
}

/** Shows the kind in brackets for content that cannot be drawn yet (3-71). Folds a very long text. */
export function MessageText({ content, selfID, naming, onToggle, ...props }: MessageTextProps) {
  const text = useText();
  const words = useContext(MarkedContext);
  if (content.type !== "text" && content.type !== "quote" && content.type !== "at")
    return <span className={styles.kind}>{contentPreview(content, text, selfID)}</span>;
  const folded = foldText(content.text);
  // The words that the user searches for may be in the part that is folded away.
  const isHidden = folded !== null && placeOf(content.text, words) !== null && !placeOf(folded, words);
  const isUnfolded = props.isUnfolded || isHidden;
  const mentions = content.type === "at" ? content.mentions : null;
  const draw = (part: string) => <Words text={part} mentions={mentions} naming={naming} />;
  return (
    <>
      {folded !== null && isUnfolded ? (
        <InBlocks text={content.text} draw={draw} />
      ) : (
        draw(folded ?? content.text)
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

interface WordsProps {
  text: string;
  /** Null for a text without mentions. */
  mentions: readonly Mention[] | null;
  naming: Naming;
}

function Words({ text, mentions, naming }: WordsProps) {
  return mentions === null ? (
    <LinkText text={text} />
  ) : (
    <MentionText text={text} mentions={mentions} naming={naming} />
  );
}

interface MentionTextProps {
  text: string;
  mentions: readonly Mention[];
  naming: Naming;
}

/** Requirements 3-40 and 3-41. */
function MentionText({ text, mentions, naming }: MentionTextProps) {
  const { t } = useText();
  let start = 0;
  return splitMentions(text, mentions, t("preview.everyone")).map((part) => {
    const key = start;
    start += part.text.length;
    return part.kind === "mention" ? (
      <MentionMark key={key} userID={part.userID ?? ""} text={part.text} naming={naming} />
    ) : (
      <LinkText key={key} text={part.text} />
    );
  });
}

interface MentionMarkProps {
  userID: string;
  text: string;
  naming: Naming;
}

/** Opens the user's card if the group allows it (6-04, 6-05). Mentions of the signed-in user look different. */
function MentionMark({ userID, text, naming }: MentionMarkProps) {
  const mayLook = useMayLookAt(userID);
  const navigate = useNavigate();
  const isMe = userID === naming.selfID || userID === EVERYONE;
  const marked = (
    <bdi className={styles.mention} data-me={isMe || undefined}>
      {text}
    </bdi>
  );
  if (naming.groupID === "" || userID === EVERYONE || !mayLook) return marked;
  return (
    <button
      type="button"
      // Not a tab stop, like avatars: the member list leads to the same card.
      tabIndex={-1}
      className={styles.mentionButton}
      onClick={() => navigate(memberCardPath(naming.groupID, userID))}
    >
      {marked}
    </button>
  );
}
