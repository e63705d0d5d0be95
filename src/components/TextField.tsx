import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { describedBy, Field, type FieldProps } from "./Field.tsx";
import styles from "./TextField.module.css";

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<"input">, "prefix" | "onChange" | "aria-describedby" | "aria-invalid"> {
  /** The text after each change. With `value` the field is controlled, with `defaultValue` it is not. */
  onChange?: ((value: string) => void) | undefined;
  /** In front of the input, inside the box: an icon, an area code. */
  prefix?: ReactNode;
  /** Behind the input, inside the box: a button. */
  suffix?: ReactNode;
}

/** One line of text with its label and, under it, what is wrong with it. Other props go to the input. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, error, hint, onChange, prefix, suffix, className, id, ...input } = props;
  const ownID = useId();
  const inputID = id ?? ownID;
  return (
    <Field id={inputID} label={label} hideLabel={hideLabel} error={error} hint={hint} className={className}>
      <div className={cx(styles.box, Boolean(error) && styles.invalid)}>
        {prefix && <div className={styles.slot}>{prefix}</div>}
        <input
          type="text"
          {...input}
          id={inputID}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? describedBy(inputID) : undefined}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
        {suffix && <div className={styles.slot}>{suffix}</div>}
      </div>
    </Field>
  );
}
