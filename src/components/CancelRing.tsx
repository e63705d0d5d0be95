import styles from "./CancelRing.module.css";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { X } from "./icons.ts";

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;
/** Smallest share that is drawn: it shows that the work has started. */
const LEAST = 0.03;

export interface CancelRingProps {
  /** From 0 to 1. */
  share: number;
  label: string;
  onCancel: () => void;
  className?: string | undefined;
}

export function CancelRing({ share, label, onCancel, className }: CancelRingProps) {
  return (
    <button type="button" aria-label={label} className={cx(styles.ring, className)} onClick={onCancel}>
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle
          cx="22"
          cy="22"
          r={RADIUS}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - Math.max(share, LEAST))}
        />
      </svg>
      <Icon of={X} size={18} />
    </button>
  );
}
