import type { ReactNode } from "react";
import styles from "./PickRow.module.css";

export interface PickRowProps {
  /** An avatar. */
  leading: ReactNode;
  name: string;
  /** Quiet, beside the name: why it cannot be picked, or what they are. */
  aside?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: () => void;
}

/** Somebody who can be picked: the row is a checkbox. */
export function PickRow({ leading, name, aside, checked, disabled, onChange }: PickRowProps) {
  return (
    <label className={styles.row} data-disabled={disabled || undefined}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
      />
      {leading}
      <span className={styles.name}>{name}</span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </label>
  );
}
