import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { describedBy, Field, type FieldProps } from "./Field.tsx";
import styles from "./TextField.module.css";

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<"input">, "prefix" | "onChange" | "aria-describedby" | "aria-invalid"> {
  /** Called with the text after each change. With `value` the field is controlled, with `defaultValue` it is not. */
  onChange?: ((value: string) => void) | undefined;
  prefix?: ReactNode;
  suffix?: ReactNode;
}

/** Other props go to the input. */
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
