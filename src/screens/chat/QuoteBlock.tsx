import type { QuotedMessage } from "../../../machines/events.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { contentPreview } from "../../text/preview.ts";
import styles from "./QuoteBlock.module.css";

export interface QuoteBlockProps {
  /** Null when the original is gone. */
  quoted: QuotedMessage | null;
  /** The signed-in person's user id. */
  selfID: string;
  /** Given while the original is loaded: pressing the block leads there. */
  onShow?: ((clientMsgID: string) => void) | undefined;
}

/** Whom and what a message answers, above its text. */
export function QuoteBlock({ quoted, selfID, onShow }: QuoteBlockProps) {
  const text = useText();
  if (!quoted) return <p className={styles.quote}>{text.t("chat.quotedGone")}</p>;
  const { clientMsgID, sendID, senderNickname, content } = quoted;
  const words = (
    <>
      <span className={styles.name}>
        {sendID === selfID ? text.t("common.you") : senderNickname || sendID}
      </span>
      <span className={styles.line}>{contentPreview(content, text, selfID)}</span>
    </>
  );
  if (!onShow) return <div className={styles.quote}>{words}</div>;
  return (
    <button type="button" className={styles.quote} onClick={() => onShow(clientMsgID)}>
      {words}
    </button>
  );
}
