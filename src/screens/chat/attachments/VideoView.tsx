import { useState } from "react";
import type { Video } from "../../../../machines/vocabulary/attachments.ts";
import { usePlayer, useSend } from "../../../app/actors.tsx";
import { Icon } from "../../../components/Icon.tsx";
import { Play } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { callLength } from "../../../text/time.ts";
import { boxOf } from "./box.ts";
import { roomOf } from "./RemotePicture.tsx";
import styles from "./VideoView.module.css";
import { pauseVideos } from "./videos.ts";

/** A video: its poster, and in its place the video itself once it is asked for. Nothing of it is fetched before. */
export function VideoView({ video }: { video: Video }) {
  const { t } = useText();
  const toPlayer = useSend(usePlayer());
  const [state, setState] = useState<"poster" | "playing" | "failed">("poster");
  const room = roomOf(boxOf(video));
  const length = callLength(Math.round(video.seconds));
  if (state === "playing")
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people send each other has no captions
      <video
        className={styles.video}
        style={room}
        src={video.url}
        poster={video.poster || undefined}
        aria-label={t("attachment.video")}
        controls
        onPlay={({ currentTarget }) => {
          pauseVideos(currentTarget);
          toPlayer({ type: "user.pauseVoice" });
        }}
        autoPlay
        playsInline
        onError={() => setState("failed")}
      />
    );
  return (
    <button
      type="button"
      className={styles.poster}
      style={room}
      aria-label={
        state === "failed"
          ? `${t("attachment.video")}: ${t("attachment.notPlayed")}. ${t("attachment.retry")}`
          : t("attachment.playVideo", { length })
      }
      onClick={() => setState("playing")}
    >
      <Poster key={video.poster} url={video.poster} />
      <span className={styles.play}>
        <Icon of={Play} size={26} />
      </span>
      <span className={styles.length}>{state === "failed" ? t("attachment.notPlayed") : length}</span>
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
