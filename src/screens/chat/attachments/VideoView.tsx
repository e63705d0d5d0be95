import { useState } from "react";
import type { Video } from "../../../../machines/vocabulary/attachments.ts";
import { Icon } from "../../../components/Icon.tsx";
import { Play } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { callLength } from "../../../text/time.ts";
import { boxOf } from "./box.ts";
import { roomOf } from "./RemotePicture.tsx";
import styles from "./VideoView.module.css";

export interface VideoViewProps {
  video: Video;
  /** Plays it on the whole screen. */
  onOpen: () => void;
}

/** A video: its poster and its length. Nothing of it is fetched before it is played. */
export function VideoView({ video, onOpen }: VideoViewProps) {
  const { t } = useText();
  const length = callLength(Math.round(video.seconds));
  return (
    <button
      type="button"
      className={styles.poster}
      style={roomOf(boxOf(video))}
      aria-label={t("attachment.playVideo", { length })}
      onClick={onOpen}
    >
      <Poster key={video.poster} url={video.poster} />
      <span className={styles.play}>
        <Icon of={Play} size={26} />
      </span>
      <span className={styles.length}>{length}</span>
    </button>
  );
}

/** A still of the video; without one the room stays as it is. */
function Poster({ url }: { url: string }) {
  const [isMissing, setIsMissing] = useState(url === "");
  if (isMissing) return null;
  return (
    <img
      className={styles.still}
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setIsMissing(true)}
    />
  );
}
