import { useEffect, useId, useRef, useState } from "react";
import styles from "./CodeField.module.css";
import { cx } from "./cx.ts";
import { describedBy, Field, type FieldProps } from "./Field.tsx";

/** Digits in a verification code (9-14). */
const LENGTH = 6;
const CELLS = Array.from({ length: LENGTH }, (_, index) => index);

export interface CodeFieldProps extends FieldProps {
  /** The digits so far, after each change. */
  onChange?: ((code: string) => void) | undefined;
  /** The sixth digit came, typed, pasted or filled in by the phone. */
  onComplete?: ((code: string) => void) | undefined;
  /** The code is being checked: the field keeps the focus and takes nothing. */
  busy?: boolean | undefined;
  /** Name in the form it stands in: read the code from there when it is sent by a button, since an error empties the field. */
  name?: string | undefined;
  className?: string | undefined;
}

/**
 * Six digits (5-13). One input under six cells, so that pasting and the phone's own code filling work. A new error,
 * or the same one after another check, empties it and puts the cursor back.
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

/** The first six digits of what was entered; full-width digits count too. */
function toDigits(entered: string): string {
  return entered.normalize("NFKC").replace(/\D/g, "").slice(0, LENGTH);
}
