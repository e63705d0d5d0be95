import { useId } from "react";
import styles from "./SwitchRow.module.css";

export interface SwitchRowProps {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  /** The change is being saved: presses are ignored. */
  busy?: boolean | undefined;
  onChange: (checked: boolean) => void;
}

export function SwitchRow({ label, hint, checked, busy = false, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <label className={styles.row} htmlFor={id}>
      <span className={styles.words}>
        <span>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={label}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-busy={busy || undefined}
        checked={checked}
        onChange={(event) => {
          if (!busy) onChange(event.currentTarget.checked);
        }}
      />
    </label>
  );
}
