import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import styles from "./IconButton.module.css";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: LucideIcon;
  label: string;
  tone?: "text" | "accent" | "danger" | "quiet" | undefined;
  filled?: boolean | undefined;
  /** Icon size in CSS pixels; the button stays 44. */
  size?: number | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, tone = "text", filled = false, size, className, type, ...rest } = props;
  return (
    <button
      type={type ?? "button"}
      aria-label={label}
      className={cx(styles.button, styles[tone], filled && styles.filled, className)}
      {...rest}
    >
      <span className={styles.disc}>
        <Icon of={icon} size={size} />
      </span>
    </button>
  );
}
