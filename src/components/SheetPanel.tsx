import { Drawer } from "@base-ui/react/drawer";
import type { ReactNode, RefObject } from "react";
import { cx } from "./cx.ts";
import styles from "./SheetPanel.module.css";

export interface SheetProps {
  open: boolean;
  /** It was swiped down, Escape or back was pressed, something outside was tapped, or its close control was used. */
  onClose: () => void;
  /** Accessible name, drawn as its heading unless `hideTitle`. */
  title: string;
  hideTitle?: boolean | undefined;
  /** As tall as the screen allows, whatever its content: for lists one searches. */
  tall?: boolean | undefined;
  /** Where the focus goes on opening; by default the first control, or the panel itself after a touch. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** What it opens in, by default the page: something above the page hands in itself. */
  container?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** What `Sheet` shows; a module of its own because it brings the gesture library with it. */
export default function SheetPanel(props: SheetProps) {
  const { open, onClose, title, hideTitle, tall, initialFocus, container, children } = props;
  return (
    <Drawer.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Drawer.Portal container={container}>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={cx(styles.panel, tall && styles.tall)} initialFocus={initialFocus ?? true}>
            <div className={styles.grip} aria-hidden="true" />
            <Drawer.Title className={hideTitle ? "visually-hidden" : styles.title}>{title}</Drawer.Title>
            <Drawer.Content className={styles.content}>{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
