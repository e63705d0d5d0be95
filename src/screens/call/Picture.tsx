import { cx } from "../../components/cx.ts";
import { useVideo } from "../../shell/outside.tsx";
import styles from "./Picture.module.css";

export interface PictureProps {
  userID: string;
  source: "camera" | "screen";
  /** For the user's own front camera. */
  isMirrored?: boolean | undefined;
  label?: string | undefined;
  className?: string | undefined;
}

/** A camera fills its box. A shared screen is shown in full. */
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
