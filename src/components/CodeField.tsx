import { useEffect, useId, useRef, useState } from "react";
import styles from "./CodeField.module.css";
import { cx } from "./cx.ts";
import { describedBy, Field, type FieldProps } from "./Field.tsx";

/** Digits in a verification code (9-14). */
const LENGTH = 6;
const CELLS = Array.from({ length: LENGTH }, (_, index) => index);

export interface CodeFieldProps extends FieldProps {
  onChange?: ((code: string) => void) | undefined;
  /** Called when the sixth digit is typed, pasted or autofilled. */
  onComplete?: ((code: string) => void) | undefined;
  /** The code is being checked: the field keeps the focus and ignores input. */
  busy?: boolean | undefined;
  /** Name in the form. A submit button must read the code from the form, because an error empties the field. */
  name?: string | undefined;
  className?: string | undefined;
}

/**
 * Field for six digits (5-13). A single input covers six cells, so that paste and the phone's code autofill work. A
 * new error, or the same error after another check, empties the field and focuses it.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, hideLabel, error = null, hint, onChange, onComplete, busy = false, className } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [seen, setSeen] = useState({ error, busy });

  if (seen.error !== error || seen.busy !== busy) {
    setSeen({ error, busy });
    if (error && !busy) setCode("");
  }

  useEffect(() => {
    if (error && !busy) input.current?.focus();
  }, [error, busy]);

  const take = (entered: string) => {
    const digits = toDigits(entered);
    if (busy || digits === code) return;
    setCode(digits);
    onChange?.(digits);
    if (digits.length === LENGTH) onComplete?.(digits);
  };

  return (
    <Field id={id} label={label} hideLabel={hideLabel} error={error} hint={hint} className={className}>
      <div className={cx(styles.box, Boolean(error) && styles.invalid, busy && styles.busy)}>
        {CELLS.map((cell) => (
          <span
            key={cell}
            aria-hidden="true"
            className={cx(styles.cell, cell === Math.min(code.length, LENGTH - 1) && styles.next)}
          >
            {code[cell]}
          </span>
        ))}
        <input
          ref={input}
          id={id}
          name={props.name}
          className={styles.input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          value={code}
          readOnly={busy}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? describedBy(id) : undefined}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </div>
    </Field>
  );
}

/** Returns the first six digits. Full-width digits count too. */
function toDigits(entered: string): string {
  return entered.normalize("NFKC").replace(/\D/g, "").slice(0, LENGTH);
}
