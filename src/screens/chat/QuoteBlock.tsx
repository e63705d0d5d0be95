import type { MessageContent, QuotedMessage } from "../../../machines/domain/message.ts";
import { Still } from "../../components/Still.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type Naming, useShown } from "../../shell/names.ts";
import { contentPreview } from "../../text/preview.ts";
import { toneStyle } from "./nameTone.ts";
import styles from "./QuoteBlock.module.css";

export interface QuoteBlockProps {
  /** Null, or without content, if the original is not loaded. */
  quoted: QuotedMessage | null;
  naming: Naming;
  selfID: string;
  onShow: (clientMsgID: string) => void;
}

export function QuoteBlock({ quoted, selfID, naming, onShow }: QuoteBlockProps) {
  const text = useText();
  if (!quoted?.content) return <p className={styles.quote}>{text.t("chat.quotedGone")}</p>;
  const { clientMsgID, content } = quoted;
  return (
    <button
      type="button"
      className={styles.quote}
      style={naming.groupID === "" ? undefined : toneStyle(quoted.sendID)}
      onClick={() => onShow(clientMsgID)}
    >
      <QuotedName naming={naming} userID={quoted.sendID} />
      <span className={styles.line} dir="auto">
        {contentPreview(content, text, selfID)}
      </span>
      <Still url={stillOf(content)} className={styles.still} />
    </button>
  );
}

/** Empty for content without a picture. */
function stillOf(content: MessageContent): string {
  if (content.type === "picture") return content.picture?.thumbnail ?? "";
  return content.type === "video" ? (content.video?.poster ?? "") : "";
}

function QuotedName({ naming, userID }: { naming: Naming; userID: string }) {
  const { heading } = useShown(naming, userID);
  return (
    <span className={styles.name} dir="auto">
      {heading || "\u00a0"}
    </span>
  );
}
