import { cx } from "../../components/cx.ts";
import { useVideo } from "../../shell/outside.tsx";
import styles from "./Picture.module.css";

export interface PictureProps {
  userID: string;
  source: "camera" | "screen";
  /** As in a mirror: the own camera that looks at oneself. */
  isMirrored?: boolean | undefined;
  /** What it shows, where that is not said otherwise. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Somebody's moving picture, without sound: a camera fills its place, a screen is shown whole. */
export function Picture({ userID, source, isMirrored = false, label, className }: PictureProps) {
  const show = useVideo(userID, source);
  return (
    <video
      ref={show}
      className={cx(styles.picture, className)}
      data-source={source}
      data-mirrored={isMirrored || undefined}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      autoPlay
      playsInline
      muted
    />
  );
}
