import { Drawer } from "@base-ui/react/drawer";
import { cx } from "./cx.ts";
import type { SheetProps } from "./Sheet.tsx";
import styles from "./SheetPanel.module.css";

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
