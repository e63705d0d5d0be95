import styles from "./Wave.module.css";

export interface WaveProps {
  /** From 0 to 1. */
  levels: readonly number[];
  /** The played part, from 0 to 1. */
  done?: number | undefined;
  isLive?: boolean | undefined;
}

export function Wave({ levels, done = 1, isLive = false }: WaveProps) {
  return (
    <span className={styles.wave} data-live={isLive || undefined} aria-hidden="true">
      {levels.map((level, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={index}
          className={styles.bar}
          data-heard={index / levels.length < done || undefined}
          style={{ height: `${Math.round(12 + level * 88)}%` }}
        />
      ))}
    </span>
  );
}
