import type { LucideIcon } from "lucide-react";
import type { MouseEvent } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { Badge } from "./Badge.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./TabBar.module.css";

export interface TabBarItem<Key extends string> {
  key: Key;
  label: string;
  icon: LucideIcon;
  href: string;
  count?: number | undefined;
  /** The meaning of the count, for the accessible name: unread messages (default) or pending requests. */
  counts?: "unread" | "pending" | undefined;
}

export interface TabBarProps<Key extends string> {
  items: readonly TabBarItem<Key>[];
  current: Key;
  /**
   * Called for every plain press, also on the current tab. A press that opens a new browser tab is left to the browser.
   */
  onSelect: (key: Key) => void;
}

/** The bottom navigation "Main": links named "Messages" or "Messages, 3 unread". */
export function TabBar<Key extends string>({ items, current, onSelect }: TabBarProps<Key>) {
  const { t } = useText();
  return (
    <nav className={styles.bar} aria-label={t("tabs.main")}>
      {items.map(({ key, label, icon, href, count = 0, counts = "unread" }) => (
        <a
          key={key}
          href={href}
          className={styles.tab}
          aria-current={key === current ? "page" : undefined}
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            onSelect(key);
          }}
        >
          <span className={styles.icon}>
            <Icon of={icon} />
            <Badge count={count} className={styles.badge} />
          </span>
          <span className={styles.label} aria-hidden={count > 0 || undefined}>
            {label}
          </span>
          {count > 0 && (
            <span className="visually-hidden">
              {t(counts === "unread" ? "tabs.withUnread" : "tabs.withPending", { label, count })}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
