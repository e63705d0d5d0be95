import { Menu } from "@base-ui/react/menu";
import { type RefObject, useMemo } from "react";
import type { ActionMenuItem } from "./ActionMenu.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import styles from "./PointerMenu.module.css";
import type { Point } from "./point.ts";

export interface PointerMenuProps {
  open: boolean;
  onClose: () => void;
  title: string;
  items: readonly ActionMenuItem[];
  /** The point that the menu grows from, or the button that it belongs to. */
  at: Point | RefObject<HTMLElement | null>;
}

/** The content of `ActionMenu` in a wide window. A separate module, because it imports the library of menus. */
export default function PointerMenu({ open, onClose, title, items, at }: PointerMenuProps) {
  const anchor = useMemo(
    () => ("x" in at ? { getBoundingClientRect: () => new DOMRect(at.x, at.y) } : at),
    [at],
  );
  return (
    <Menu.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      {/* All content of a page lies in a landmark. */}
      <Menu.Portal role="region" aria-label={title}>
        <Menu.Positioner
          anchor={anchor}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className={styles.positioner}
        >
          <Menu.Popup
            aria-label={title}
            className={styles.popup}
            onKeyDown={(event) => {
              if (event.key !== "Tab") return;
              // The library closes on Tab only with a trigger of its own. Without, the focus leaves the open menu.
              event.preventDefault();
              onClose();
            }}
          >
            {items.map(({ key, label, icon, danger, disabled, staysOpen, onSelect }) => (
              <Menu.Item
                key={key}
                disabled={disabled}
                closeOnClick={false}
                className={cx(styles.item, danger && styles.danger)}
                onClick={(event) => {
                  // The library would focus the item again, after the action has moved the focus.
                  event.preventBaseUIHandler();
                  if (!staysOpen) onClose();
                  onSelect();
                }}
              >
                {icon && <Icon of={icon} size={20} />}
                <span>{label}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
