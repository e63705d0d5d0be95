import type { LucideIcon } from "lucide-react";
import { useText } from "../i18n/TextProvider.tsx";
import { Button } from "./Button.tsx";
import styles from "./EmptyState.module.css";
import { Icon } from "./Icon.tsx";
import { CloudOff } from "./icons.ts";

export interface EmptyStateProps {
  icon: LucideIcon;
  text: string;
  hint?: string | undefined;
  action?: { label: string; onClick: () => void; busy?: boolean | undefined } | undefined;
}

export function EmptyState({ icon, text, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon of={icon} size={40} />
      </span>
      <p className={styles.text}>{text}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && (
        <Button variant="secondary" busy={action.busy} onClick={action.onClick} className={styles.action}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

export interface ErrorStateProps {
  text: string;
  onRetry: () => void;
  busy?: boolean | undefined;
}

export function ErrorState({ text, onRetry, busy }: ErrorStateProps) {
  const { t } = useText();
  return (
    <div role="alert" className={styles.frame}>
      <EmptyState icon={CloudOff} text={text} action={{ label: t("common.retry"), onClick: onRetry, busy }} />
    </div>
  );
}
