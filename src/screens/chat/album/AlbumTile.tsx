import { CancelRing } from "../../../components/CancelRing.tsx";
import { Icon } from "../../../components/Icon.tsx";
import { RotateCw } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { contentPreview } from "../../../text/preview.ts";
import { AttachmentView } from "../attachments/AttachmentView.tsx";
import { AlbumPart, type PartProps } from "./AlbumPart.tsx";
import styles from "./AlbumTile.module.css";
import type { Mosaic } from "./mosaic.ts";

export interface AlbumTileProps extends PartProps {
  mosaic: Mosaic;
  index: number;
  /** Of the sender. */
  name: string;
}

/** A picture of an album, with its own upload and failure. */
export function AlbumTile({ mosaic, index, ...props }: AlbumTileProps) {
  const { message, isOwn, selfID, actions } = props;
  const text = useText();
  const { t } = text;
  const { clientMsgID, content, status, uploaded } = message;
  const tile = { place: index + 1, count: mosaic.places.length };
  const words = `${contentPreview(content, text, selfID)} ${tile.place}/${tile.count}`;
  return (
    <AlbumPart {...props} kind="tile" words={words} style={placeIn(mosaic, index)}>
      <AttachmentView
        content={content}
        clientMsgID={clientMsgID}
        isForeign={!isOwn}
        tile={tile}
        onOpenMerged={actions.openMerged}
        onOpenMedia={() => actions.openMedia(message)}
        onPlayVoice={actions.playVoice}
      />
      {uploaded !== undefined && (
        <div className={styles.cover}>
          <CancelRing
            share={uploaded}
            label={t("attachment.cancelUpload", { percent: Math.round(uploaded * 100) })}
            onCancel={() => actions.cancelUpload(message)}
          />
        </div>
      )}
      {isOwn && status === "failed" && (
        <div className={styles.cover}>
          <button
            type="button"
            className={styles.retry}
            aria-label={t("messageMenu.retry")}
            onClick={() => actions.retry(message)}
          >
            <Icon of={RotateCw} size={20} />
          </button>
        </div>
      )}
    </AlbumPart>
  );
}

/** In shares of the mosaic, which a narrow screen makes smaller. */
function placeIn({ width, height, places }: Mosaic, index: number) {
  const place = places[index];
  if (!place) return {};
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: share(place.left, width),
    top: share(place.top, height),
    width: share(place.width, width),
    height: share(place.height, height),
  };
}
