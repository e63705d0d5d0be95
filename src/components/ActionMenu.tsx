import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useContext, useRef } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./ActionMenu.module.css";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { LazyLayer } from "./LazyLayer.tsx";
import { lazily } from "./lazily.ts";
import type { Point } from "./point.ts";
import { PointerMenuContext } from "./pointerMenuContext.ts";
import { Sheet } from "./Sheet.tsx";

export interface ActionMenuItem {
  key: string;
  label: string;
  icon?: LucideIcon | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Keeps the menu open after the press: the owner closes it or shows a question in its place. */
  staysOpen?: boolean | undefined;
  onSelect: () => void;
}

export interface ActionMenuProps {
  open: boolean;
  onClose: () => void;
  /** Accessible name. Shown above the actions only with a `hint` or `showTitle`. */
  title: string;
  showTitle?: boolean | undefined;
  /** The consequence of the choice: turns the menu into a question ("Sign out of Parley?"). */
  hint?: string | undefined;
  items: readonly ActionMenuItem[];
  /** Where the menu opens in a wide window: a point, or the button that it belongs to. Without it, as a sheet. */
  at?: Point | RefObject<HTMLElement | null> | null | undefined;
  /** Above the actions. */
  children?: ReactNode;
  /** Below the actions. */
  more?: ReactNode;
  /** See `Sheet`. */
  container?: RefObject<HTMLElement | null> | undefined;
}

const { Component: PointerMenu, load: loadPointerMenu } = lazily(() => import("./PointerMenu.tsx"));

/** Prefetches the code of menus at the pointer. Call it while the page is idle. */
export function preloadPointerMenu(): void {
  loadPointerMenu().catch(() => {
    // The first menu loads it again.
  });
}

/**
 * Actions: a bottom sheet with "Cancel", or in a wide window a menu at the pointer. It closes before an action runs, so
 * that the action can move the focus.
 */
export function ActionMenu({ at, open, ...menu }: ActionMenuProps) {
  const isAtPointer = useContext(PointerMenuContext) && Boolean(at);
  return (
    <>
      {at && (
        <LazyLayer open={open && isAtPointer} onClose={menu.onClose} title={menu.title}>
          <PointerMenu {...menu} at={at} open={open && isAtPointer} />
        </LazyLayer>
      )}
      <ActionSheet {...menu} open={open && !isAtPointer} />
    </>
  );
}

function ActionSheet(props: Omit<ActionMenuProps, "at">) {
  const { open, onClose, title, showTitle = false, hint, items, children, more, container } = props;
  const { t } = useText();
  const menu = useRef<HTMLDivElement>(null);
  const hasHeading = showTitle || hint !== undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      hideTitle={!hasHeading}
      initialFocus={menu}
      container={container}
    >
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-label={title}
        className={styles.items}
        onKeyDown={moveFocus}
      >
        {items.map(({ key, label, icon, danger, disabled, staysOpen, onSelect }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            disabled={disabled}
            className={cx(styles.item, danger && styles.danger, !icon && styles.centred)}
            onClick={() => {
              if (!staysOpen) onClose();
              onSelect();
            }}
          >
            {icon && <Icon of={icon} size={22} />}
            <span>{label}</span>
          </button>
        ))}
      </div>
      {more}
      <div className={styles.cancel}>
        <Button variant="secondary" block onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}

/** Up, Down, Home and End move the focus and wrap around at the ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
  const index = items.findIndex((item) => item.matches(":focus"));
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: Math.max(index, 0) - 1,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items.at(target % items.length)?.focus();
}
