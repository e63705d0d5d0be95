import { type KeyboardEvent, useId } from "react";
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

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** One of a few, by the press or by the keys Space and Enter. The arrow keys only move the focus. */
export function Choices<Value extends number | string>(props: ChoicesProps<Value>) {
  const { label, options, value, busy, onChange } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} aria-busy={busy || undefined} onKeyDown={moveFocus}>
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

/**
 * The browser would choose what an arrow key reaches. A choice is saved at once and may close its sheet, so that the
 * choices beyond could not be reached.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  const step = STEPS[key];
  if (!(target instanceof HTMLInputElement) || (step === undefined && key !== "Enter")) return;
  event.preventDefault();
  const radios = [...currentTarget.querySelectorAll("input")];
  if (step === undefined) target.click();
  else radios.at((radios.indexOf(target) + step) % radios.length)?.focus();
}
