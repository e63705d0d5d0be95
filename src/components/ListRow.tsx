import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { ChevronRight } from "./icons.ts";
import styles from "./ListRow.module.css";
import { ROW_STOP } from "./rowKeys.ts";

export interface ListRowProps extends Omit<ComponentProps<"button">, "title" | "children" | "type"> {
  /** Before the text: an avatar (48 px in tall rows) or an icon. */
  leading?: ReactNode;
  title: ReactNode;
  /** A time, a value. */
  aside?: ReactNode;
  /** Second line; it does not wrap in lists. */
  detail?: ReactNode;
  /** A badge, a mark; at the end of the last line. */
  end?: ReactNode;
  /** 56 px, or 72 px for conversations and users. */
  size?: "regular" | "tall" | undefined;
  sunken?: boolean | undefined;
  danger?: boolean | undefined;
  chevron?: boolean | undefined;
  href?: string | undefined;
}

const STOP = { [ROW_STOP]: "" };

/** A list row: a link with `href`, a button with `onClick` (other props go to the button), otherwise plain. */
export function ListRow(props: ListRowProps) {
  const { leading, title, aside, detail, end, size, sunken, danger, chevron, href, className, ...rest } =
    props;
  const classes = cx(
    styles.row,
    size === "tall" && styles.tall,
    sunken && styles.sunken,
    danger && styles.danger,
    className,
  );
  const content = (
    <>
      {leading && <span className={styles.leading}>{leading}</span>}
      <span className={styles.body}>
        <span className={styles.line}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {aside !== undefined && aside !== "" && <span className={styles.aside}>{aside}</span>}
          {!detail && end && <span className={styles.end}>{end}</span>}
        </span>
        {detail && (
          <span className={styles.line}>
            <span className={styles.detail} dir="auto">
              {detail}
            </span>
            {end && <span className={styles.end}>{end}</span>}
          </span>
        )}
      </span>
      {chevron && <Icon of={ChevronRight} size={20} className={styles.chevron} />}
    </>
  );
  if (href !== undefined) {
    return (
      <Link href={href} className={cx(classes, styles.pressable)} aria-label={rest["aria-label"]} {...STOP}>
        {content}
      </Link>
    );
  }
  if (!rest.onClick) return <div className={classes}>{content}</div>;
  return (
    <button type="button" className={cx(classes, styles.pressable)} {...STOP} {...rest}>
      {content}
    </button>
  );
}

export function RowGroup({ label, children }: { label?: string | undefined; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={label}>
      {label && <h2 className={styles.caption}>{label}</h2>}
      <div className={styles.card}>{children}</div>
    </section>
  );
}
