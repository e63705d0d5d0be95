import { useState } from "react";
import { badgeText } from "../text/badge.ts";
import styles from "./Badge.module.css";
import { cx } from "./cx.ts";

export interface BadgeProps {
  count: number;
  /** Grey, for muted conversations. */
  muted?: boolean | undefined;
  /** Accessible name, e.g. "3 unread messages". Without it the badge is decoration. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Draws nothing at zero and "99+" above 99 (9-06). Pops once when the count grows. */
export function Badge({ count, muted = false, label, className }: BadgeProps) {
  const [{ before, now }, setCounts] = useState({ before: count, now: count });
  if (count !== now) setCounts({ before: now, now: count });
  const text = badgeText(count);
  if (text === null) return null;
  const accessibility = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <span
      key={count}
      className={cx(styles.badge, muted && styles.muted, className)}
      data-grown={count > before || undefined}
      {...accessibility}
    >
      {text}
    </span>
  );
}
