import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Field.module.css";

export interface FieldProps {
  /** Accessible name of the input. */
  label: string;
  /** The label is read out but not drawn (search fields, composers). */
  hideLabel?: boolean | undefined;
  /** What is wrong with what was entered, under the field; null or absent when nothing is. */
  error?: string | null | undefined;
  /** A rule or an explanation under the field, replaced by an error. */
  hint?: ReactNode;
}

/** Label above, message below; the input in between is linked to both by `id` and `describedBy(id)`. */
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

/** Id of the element that carries a field's error or hint. */
export function describedBy(id: string): string {
  return `${id}-message`;
}
