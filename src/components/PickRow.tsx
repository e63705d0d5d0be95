import type { ReactNode } from "react";
import styles from "./PickRow.module.css";
import { ROW_STOP } from "./rowKeys.ts";

export interface PickRowProps {
  leading: ReactNode;
  name: string;
  /** Quiet text beside the name: why the row cannot be picked, or the member's role. */
  aside?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: () => void;
}

export function PickRow({ leading, name, aside, checked, disabled, onChange }: PickRowProps) {
  return (
    <label className={styles.row} data-disabled={disabled || undefined}>
      <input
        type="checkbox"
        {...{ [ROW_STOP]: "" }}
        className={styles.box}
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
      />
      {leading}
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </label>
  );
}
