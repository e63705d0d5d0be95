import type { ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { IconButton } from "./IconButton.tsx";
import { ChevronLeft } from "./icons.ts";
import styles from "./NavBar.module.css";
import { useBeside } from "./Screen.tsx";

export interface NavBarProps {
  /** Name of the screen, its only first-level heading; "" until it is known. */
  title: string;
  /** A member count, "typing", a status pill. */
  detail?: ReactNode;
  /** At most one control; usually `<BackButton />`. */
  start?: ReactNode;
  /** One control; two in a chat. */
  end?: ReactNode;
}

/** The content scrolls under the bar. */
export function NavBar({ title, detail, start, end }: NavBarProps) {
  return (
    <header role={useBeside()} className={styles.bar}>
      <div className={styles.side}>{start}</div>
      <div className={styles.middle}>
        {title !== "" && (
          <h1 className={styles.title} dir="auto">
            {title}
          </h1>
        )}
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      <div className={styles.side}>{end}</div>
    </header>
  );
}

export function BackButton({ onClick }: { onClick: () => void }) {
  const { t } = useText();
  return <IconButton icon={ChevronLeft} label={t("common.back")} size={26} onClick={onClick} />;
}
