import type { ComponentProps } from "react";
import styles from "./Button.module.css";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: "primary" | "secondary" | "danger" | "text" | undefined;
  /** Shows a spinner and ignores presses. The button keeps its size and name. */
  busy?: boolean | undefined;
  block?: boolean | undefined;
}

export function TextLink({ className, children, ...rest }: ComponentProps<"a">) {
  return (
    <a className={cx(styles.button, styles.text, className)} {...rest}>
      <span className={styles.label}>{children}</span>
    </a>
  );
}

export function Button(props: ButtonProps) {
  const {
    variant = "primary",
    busy = false,
    block = false,
    className,
    children,
    type,
    onClick,
    ...rest
  } = props;
  return (
    <button
      type={type ?? "button"}
      className={cx(styles.button, styles[variant], block && styles.block, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      <span className={styles.label}>{children}</span>
      {busy && (
        <span className={styles.working}>
          <Spinner />
        </span>
      )}
    </button>
  );
}
