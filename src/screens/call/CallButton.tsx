import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../../components/cx.ts";
import { Icon } from "../../components/Icon.tsx";
import styles from "./CallButton.module.css";

export interface CallButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: LucideIcon;
  /** Visible text and accessible name. */
  label: string;
  /** At the shoulder of the icon. */
  badge?: ReactNode;
  tone?: "glass" | "lit" | "accept" | "hangUp" | undefined;
}

export function CallButton({ icon, label, badge, tone = "glass", className, ...rest }: CallButtonProps) {
  return (
    <button type="button" className={cx(styles.button, styles[tone], className)} {...rest}>
      <span className={styles.disc}>
        <Icon of={icon} size={28} />
        {badge}
      </span>
      <span className={styles.word}>{label}</span>
    </button>
  );
}
