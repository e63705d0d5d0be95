import type { ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { IconButton } from "./IconButton.tsx";
import { ChevronLeft } from "./icons.ts";
import styles from "./NavBar.module.css";

export interface NavBarProps {
  /** The screen's name, its only first-level heading; empty while that is not known. */
  title: string;
  /** One quiet line under the title: a member count, "typing", a status pill. */
  detail?: ReactNode;
  /** At most one control at the start; usually `<BackButton />`. */
  start?: ReactNode;
  /** One control at the end; a chat has two. */
  end?: ReactNode;
}

/** The bar on top of a screen: title in the middle, one action each side. Content scrolls under it. */
export function NavBar({ title, detail, start, end }: NavBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.side}>{start}</div>
      <div className={styles.middle}>
        {title !== "" && <h1 className={styles.title}>{title}</h1>}
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      <div className={styles.side}>{end}</div>
    </header>
  );
}

/** The way back, named "Back". */
export function BackButton({ onClick }: { onClick: () => void }) {
  const { t } = useText();
  return <IconButton icon={ChevronLeft} label={t("common.back")} size={26} onClick={onClick} />;
}
