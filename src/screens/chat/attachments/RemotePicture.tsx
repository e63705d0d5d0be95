import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ForeignMediaTile } from "../../../components/ForeignMediaTile.tsx";
import { Icon } from "../../../components/Icon.tsx";
import { ImageOff, RotateCw } from "../../../components/icons.ts";
import { useSources, useSrc } from "../../../components/sources.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useConnection } from "../../../shell/actors.tsx";
import { type Box, boxOf, tileBoxOf } from "./box.ts";
import styles from "./RemotePicture.module.css";

export interface RemotePictureProps {
  /** The same picture, in the order of attempts. */
  sources: readonly string[];
  /** In pixels; 0 if unknown. */
  size: Box;
  /** Alternative text. */
  label: string;
  /** The gallery opens out of the picture that carries it. */
  mediaID?: string | undefined;
  onOpen?: (() => void) | undefined;
  /** Label of the button that opens it. */
  openLabel?: string | undefined;
  /** Fills the element around it instead of having its own size. */
  isTile?: boolean | undefined;
}

type Loading = { source: number; attempt: number; state: "loading" | "shown" | "failed" };

const START: Loading = { source: 0, attempt: 0, state: "loading" };

/** It has its final size from the start, so that nothing moves. A picture on a foreign host waits for a tap. */
export function RemotePicture({ sources, ...rest }: RemotePictureProps) {
  const { size } = rest;
  const whole = sources.at(-1) ?? "";
  const found = [useSrc(sources[0] ?? ""), useSrc(whole)].filter((src) => src !== null);
  const isForeign = useSources().foreignHostOf(whole) !== null;
  if (found.length === 0 && isForeign)
    return (
      <div className={styles.box} style={roomOf(tileBoxOf(size))}>
        <ForeignMediaTile url={whole} kind="picture" />
      </div>
    );
  return <Loaded sources={[...new Set(found)]} {...rest} />;
}

function Loaded({ sources, size, label, mediaID, onOpen, openLabel, isTile }: RemotePictureProps) {
  const { t } = useText();
  const [{ source, attempt, state }, setLoading] = useState(START);
  const { width, height } = boxOf(size);
  const box = isTile ? { "data-tile": "" } : { style: roomOf({ width, height }) };
  if (state === "failed")
    return (
      <div className={styles.box} {...box}>
        <NotLoaded
          label={label}
          onRetry={() => setLoading({ source: 0, attempt: attempt + 1, state: "loading" })}
        />
      </div>
    );
  const isLast = source + 1 >= sources.length;
  return (
    <div className={styles.box} {...box} data-state={state}>
      <img
        key={`${attempt} ${source}`}
        className={styles.picture}
        data-media={mediaID}
        src={sources[source]}
        alt={label}
        width={width}
        height={height}
        decoding="async"
        draggable={false}
        onLoad={() => setLoading({ source, attempt, state: "shown" })}
        onError={() =>
          setLoading(
            isLast ? { source, attempt, state: "failed" } : { source: source + 1, attempt, state: "loading" },
          )
        }
      />
      {onOpen && (
        <button
          type="button"
          className={styles.open}
          aria-label={openLabel ?? t("attachment.openPicture")}
          onClick={onOpen}
        />
      )}
    </div>
  );
}

/** Retries once by itself when the connection is back. */
function NotLoaded({ label, onRetry }: { label: string; onRetry: () => void }) {
  const { t } = useText();
  const isOnline = useSelector(useConnection(), (snapshot) => snapshot?.hasTag("online") ?? false);
  const wasOnline = useRef(isOnline);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (isOnline && !wasOnline.current) retry();
    wasOnline.current = isOnline;
  }, [isOnline]);
  return (
    <button
      type="button"
      className={styles.failed}
      aria-label={`${label}: ${t("attachment.notLoaded")}. ${t("attachment.retry")}`}
      onClick={onRetry}
    >
      <Icon of={ImageOff} size={22} />
      <span>{t("attachment.notLoaded")}</span>
      <span className={styles.retry}>
        <Icon of={RotateCw} size={14} />
        {t("attachment.retry")}
      </span>
    </button>
  );
}

export function roomOf({ width, height }: Box) {
  return { width, aspectRatio: `${width} / ${height}` };
}
