import { type ReactNode, useEffect, useRef, useState } from "react";
import type { MediaItem } from "../../../machines/media/shared-items.ts";
import { ForeignMediaTile } from "../../components/ForeignMediaTile.tsx";
import { Icon } from "../../components/Icon.tsx";
import { ImageOff, Play, RotateCw } from "../../components/icons.ts";
import { Spinner } from "../../components/Spinner.tsx";
import { Still } from "../../components/Still.tsx";
import { useSources, useSrc } from "../../components/sources.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConversation, useSend, useVoicePlayer } from "../../shell/actors.tsx";
import styles from "./Slide.module.css";

interface SlideProps {
  item: MediaItem;
  /** Whether the user opened the gallery with this item. */
  isOpened: boolean;
  /** Whether a sheet is above it. */
  isCovered: boolean;
}

/** An item on a foreign host waits for a tap. */
export function Slide({ item, ...state }: SlideProps) {
  const { url, kind } = item.medium;
  const src = useSrc(url, kind);
  const isForeign = useSources().foreignHostOf(url) !== null;
  if (src === null && isForeign)
    return (
      <div className={styles.slide}>
        <div className={styles.foreign}>
          <ForeignMediaTile url={url} kind={kind} />
        </div>
      </div>
    );
  if (kind === "video") return <Film item={item} src={src} {...state} />;
  return <Whole item={item} src={src} />;
}

/** Shows the thumbnail, which is loaded already. */
export function Neighbour({ item, side }: { item: MediaItem; side: -1 | 1 }) {
  return (
    <div className={styles.slide} data-side={side} aria-hidden="true">
      <div className={styles.frame}>
        {item.medium.thumbnail && <Thumbnail url={item.medium.thumbnail} />}
        {item.medium.kind === "video" && (
          <span className={styles.play}>
            <Icon of={Play} size={30} />
          </span>
        )}
      </div>
    </div>
  );
}

type Loading = "loading" | "shown" | "failed";

/** Shows the thumbnail until the full picture is loaded. */
function Whole({ item: { medium }, src }: { item: MediaItem; src: string | null }) {
  const { t } = useText();
  const [{ state, attempt }, setLoading] = useState<{ state: Loading; attempt: number }>({
    state: "loading",
    attempt: 0,
  });
  return (
    <div className={styles.slide} data-state={state}>
      <div className={styles.frame} data-frame="shown">
        {medium.thumbnail && state !== "shown" && <Thumbnail url={medium.thumbnail} />}
        {state !== "failed" && src !== null && (
          <img
            key={attempt}
            className={styles.whole}
            src={src}
            alt={t("attachment.picture")}
            decoding="async"
            draggable={false}
            onLoad={() => setLoading({ state: "shown", attempt })}
            onError={() => setLoading({ state: "failed", attempt })}
          />
        )}
      </div>
      {state === "loading" && (
        <span className={styles.spinner}>
          <Spinner size={28} label={t("gallery.loading")} />
        </span>
      )}
      {state === "failed" && (
        <Failed text={t("attachment.notLoaded")}>
          <Again onPress={() => setLoading({ state: "loading", attempt: attempt + 1 })} />
        </Failed>
      )}
    </div>
  );
}

/** Plays at once if the user opened this video. Stops below a sheet. */
function Film({ item: { medium }, src, isOpened, isCovered }: SlideProps & { src: string | null }) {
  const { t } = useText();
  const poster = useSrc(medium.thumbnail);
  const toPlayer = useSend(useVoicePlayer());
  const toRecorder = useSend(useConversation()?.getSnapshot().children.recorder);
  const [hasFailed, setFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (isCovered) video.current?.pause();
  }, [isCovered]);
  return (
    <div className={styles.slide}>
      {hasFailed ? (
        <Failed text={t("attachment.notPlayed")}>
          <Again onPress={() => setFailed(false)} />
        </Failed>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: videos of users have no captions
        <video
          ref={video}
          className={styles.film}
          src={src ?? undefined}
          poster={poster ?? undefined}
          aria-label={t("attachment.video")}
          controls
          playsInline
          autoPlay={isOpened}
          preload="metadata"
          onPlay={() => {
            toPlayer({ type: "user.pauseVoice" });
            toRecorder({ type: "user.stopRecorder" });
          }}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}

function Thumbnail({ url }: { url: string }) {
  return <Still url={url} className={styles.thumbnail} decoding="sync" />;
}

function Failed({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="alert" className={styles.failed}>
      <Icon of={ImageOff} size={32} />
      <span>{text}</span>
      {children}
    </div>
  );
}

function Again({ onPress }: { onPress: () => void }) {
  const { t } = useText();
  return (
    <button type="button" className={styles.again} onClick={onPress}>
      <Icon of={RotateCw} size={16} />
      {t("attachment.retry")}
    </button>
  );
}
