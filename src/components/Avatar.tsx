import { useState } from "react";
import { avatarLetter } from "../text/avatar.ts";
import styles from "./Avatar.module.css";
import { cx } from "./cx.ts";
import { useSrc } from "./sources.tsx";

/** CSS pixels (2-128). */
const SIZE = 36;
/** CSS pixels (2-129). */
const RADIUS = 6;

export interface AvatarProps {
  name: string;
  /** "" for none. */
  src?: string | undefined;
  /** A group without a picture shows the group image, not a letter (2-127). */
  kind?: "person" | "group" | undefined;
  /** CSS pixels. */
  size?: number | undefined;
  /** CSS pixels. Half the size makes a circle. */
  radius?: number | undefined;
  /** Accessible name. Without it the avatar is decoration. */
  label?: string | undefined;
  className?: string | undefined;
}

/**
 * The picture of a user or group. Without a picture: the last letter of the name, a default image, or the group image.
 * A picture on a foreign server counts as missing: a request would tell that server the viewer's address and the time.
 */
export function Avatar(props: AvatarProps) {
  const { name, src: url = "", kind = "person", size = SIZE, radius = RADIUS, label, className } = props;
  const src = useSrc(url) ?? "";
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const letter = avatarLetter(name);
  const accessibility = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  const face =
    src !== "" && src !== brokenSrc
      ? "picture"
      : kind === "group"
        ? "group"
        : src !== "" || letter === ""
          ? "default"
          : "letter";
  return (
    <span
      className={cx(styles.avatar, styles[face], className)}
      style={{ width: size, height: size, borderRadius: radius }}
      data-face={face}
      {...accessibility}
    >
      {face === "picture" && (
        <img src={src} alt="" decoding="async" draggable={false} onError={() => setBrokenSrc(src)} />
      )}
      {face === "letter" && (
        <span className={styles.character} style={{ fontSize: Math.round(size * 0.46) }}>
          {letter}
        </span>
      )}
      {face === "group" && <GroupImage />}
      {face === "default" && <PersonImage />}
    </span>
  );
}

function PersonImage() {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="14" r="6" />
      <path d="M6.5 31.5C7.4 25.6 12.2 22 18 22s10.6 3.6 11.5 9.5z" />
    </svg>
  );
}

function GroupImage() {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <g opacity="0.62">
        <circle cx="10.5" cy="14.5" r="3.8" />
        <path d="M3.5 26.5c.6-4.400 3.400-7 7-7 1.5 0 2.8.4 3.900 1.200-2 1.400-3.300 3.400-3.8 5.8z" />
        <circle cx="25.5" cy="14.5" r="3.8" />
        <path d="M32.5 26.5c-.6-4.400-3.400-7-7-7-1.5 0-2.8.4-3.900 1.200 2 1.400 3.300 3.400 3.8 5.8z" />
      </g>
      <circle cx="18" cy="13.5" r="4.8" />
      <path d="M9.5 28.5c.7-5.200 4.200-8.300 8.5-8.300s7.8 3.100 8.5 8.300z" />
    </svg>
  );
}
