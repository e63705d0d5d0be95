import type { MergedMessage, MessageContent } from "../../../../machines/domain/message.ts";
import { mediumOf } from "../../../../machines/media/shared-items.ts";
import { Icon } from "../../../components/Icon.tsx";
import { Image, Play } from "../../../components/icons.ts";
import { Still } from "../../../components/Still.tsx";
import { StickerView } from "../stickers/StickerView.tsx";
import styles from "./MergedStills.module.css";

/** Pictures that fit into one row. */
const SHOWN = 4;

/**
 * The first pictures, videos and stickers of a merged history, in a row. One on a foreign server is not requested: it
 * shows only its kind. Decorative, because the lines above name the kinds.
 */
export function MergedStills({ messages }: { messages: readonly MergedMessage[] }) {
  const seen = messages.filter(({ content }) => isSeen(content));
  if (seen.length === 0) return null;
  const isMore = seen.length > SHOWN;
  const shown = seen.slice(0, isMore ? SHOWN - 1 : SHOWN);
  return (
    <span className={styles.stills} aria-hidden="true">
      {shown.map(({ clientMsgID, content }) => (
        <span key={clientMsgID} className={styles.tile} data-kind={content.type}>
          <StillOf content={content} />
        </span>
      ))}
      {isMore && <span className={styles.tile}>{`+${seen.length - shown.length}`}</span>}
    </span>
  );
}

function isSeen(content: MessageContent): boolean {
  return mediumOf(content) !== null || (content.type === "face" && content.face !== undefined);
}

function StillOf({ content }: { content: MessageContent }) {
  if (content.type === "face" && content.face)
    return "sticker" in content.face ? (
      <StickerView sticker={content.face.sticker} />
    ) : (
      <Still url={content.face.url} className={styles.picture} fallback={<Icon of={Image} size={20} />} />
    );
  const medium = mediumOf(content);
  const isVideo = medium?.kind === "video";
  return (
    <>
      <Still
        url={medium?.thumbnail || (isVideo ? "" : (medium?.url ?? ""))}
        className={styles.picture}
        loading="lazy"
        fallback={!isVideo && <Icon of={Image} size={20} />}
      />
      {isVideo && (
        <span className={styles.play}>
          <Icon of={Play} size={14} />
        </span>
      )}
    </>
  );
}
