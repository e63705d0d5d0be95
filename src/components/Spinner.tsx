import styles from "./Spinner.module.css";

export interface SpinnerProps {
  /** CSS pixels. */
  size?: number | undefined;
  /** Accessible name, if no visible word names the task in progress. */
  label?: string | undefined;
}

/** With reduced motion it fades instead of turning. */
export function Spinner({ size = 20, label }: SpinnerProps) {
  const accessibility =
    label === undefined ? { "aria-hidden": true } : { role: "status", "aria-label": label };
  return <span className={styles.spinner} style={{ width: size, height: size }} {...accessibility} />;
}
