import styles from "./ProgressRing.module.css";

const RADIUS = 44;
const LENGTH = 2 * Math.PI * RADIUS;

export interface ProgressRingProps {
  /** 0 to 100. */
  percent: number;
  label: string;
  /** CSS pixels. */
  size?: number | undefined;
}

export function ProgressRing({ percent, label, size = 96 }: ProgressRingProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.ring}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.track} cx="50" cy="50" r={RADIUS} />
        <circle
          className={styles.value}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - value / 100)}
        />
      </svg>
      <span className={styles.percent}>{value}%</span>
    </div>
  );
}
