import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { CircleAlert } from "./icons.ts";
import styles from "./Toast.module.css";

export interface ToastProps {
  tone: "info" | "error";
  children: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** The owner removes it, and has the live region around it. */
export function Toast({ tone, children, onDismiss }: ToastProps) {
  return (
    <div className={styles.place}>
      <button type="button" className={cx(styles.toast, styles[tone])} onClick={onDismiss}>
        {tone === "error" && <Icon of={CircleAlert} size={20} />}
        <span>{children}</span>
      </button>
    </div>
  );
}
