import type { Video } from "../../../../machines/domain/attachment.ts";
import { ForeignMediaTile } from "../../../components/ForeignMediaTile.tsx";
import { Icon } from "../../../components/Icon.tsx";
import { Play } from "../../../components/icons.ts";
import { Still } from "../../../components/Still.tsx";
import { useLoaded, useSources } from "../../../components/sources.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { callLength } from "../../../text/time.ts";
import { boxOf, tileBoxOf } from "./box.ts";
import { roomOf } from "./RemotePicture.tsx";
import styles from "./VideoView.module.css";

export interface VideoViewProps {
  video: Video;
  onOpen: () => void;
  /** Fills the element around it instead of having its own size. */
  isTile?: boolean | undefined;
}

/** The video is not fetched before it is played. */
export function VideoView({ video, onOpen, isTile }: VideoViewProps) {
  const { t } = useText();
  const length = callLength(Math.round(video.seconds));
  const sources = useSources();
  const isHere = useLoaded(video.url);
  if (!isHere && sources.foreignHostOf(video.url) !== null)
    return (
      <div className={styles.tile} style={roomOf(tileBoxOf(video))}>
        <ForeignMediaTile url={video.url} kind="video" />
      </div>
    );
  return (
    <button
      type="button"
      className={styles.poster}
      {...(isTile ? { "data-tile": "" } : { style: roomOf(boxOf(video)) })}
      aria-label={t("attachment.playVideo", { length })}
      onClick={onOpen}
    >
      <Still url={video.poster} className={styles.still} />
      <span className={styles.play}>
        <Icon of={Play} size={26} />
      </span>
      <span className={styles.length}>{length}</span>
    </button>
  );
}
