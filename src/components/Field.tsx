import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Field.module.css";

export interface FieldProps {
  label: string;
  /** The label is for screen readers only (search fields, composers). */
  hideLabel?: boolean | undefined;
  /** Null or absent if the input is valid. */
  error?: string | null | undefined;
  /** Explanation under the field. An error replaces it. */
  hint?: ReactNode;
}

/** Label above, message below. `id` and `describedBy(id)` link both to the input in between. */
export function Field(
  props: FieldProps & { id: string; className?: string | undefined; children: ReactNode },
) {
  const { id, label, hideLabel = false, error, hint, className, children } = props;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? "visually-hidden" : styles.label}>
        {label}
      </label>
      {children}
      <div id={describedBy(id)} className={styles.below} aria-live="polite">
        {error ? (
          <p className={styles.error}>{error}</p>
        ) : hint ? (
          <p className={styles.hint}>{hint}</p>
        ) : null}
      </div>
    </div>
  );
}

export function describedBy(id: string): string {
  return `${id}-message`;
}
