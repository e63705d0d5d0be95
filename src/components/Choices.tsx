import { useId } from "react";
import styles from "./Choices.module.css";
import { Icon } from "./Icon.tsx";
import { Check } from "./icons.ts";

export interface ChoicesProps<Value> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: unknown;
  /** The choice is being saved: presses are ignored. */
  busy: boolean;
  onChange: (value: Value) => void;
}

export function Choices<Value extends number | string>(props: ChoicesProps<Value>) {
  const { label, options, value, busy, onChange } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} aria-busy={busy || undefined}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <span className={styles.words}>{option.label}</span>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => {
              if (!busy) onChange(option.value);
            }}
          />
          {option.value === value && <Icon of={Check} size={20} className={styles.tick} />}
        </label>
      ))}
    </div>
  );
}
