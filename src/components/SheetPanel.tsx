import { Drawer } from "@base-ui/react/drawer";
import type { ReactNode, RefObject } from "react";
import { cx } from "./cx.ts";
import styles from "./SheetPanel.module.css";

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** Accessible name; also the visible heading unless `hideTitle`. */
  title: string;
  hideTitle?: boolean | undefined;
  /** As tall as the screen allows, for lists with a search. */
  tall?: boolean | undefined;
  /** At the right edge of a wide window, so that the pictures behind it can be seen. */
  side?: boolean | undefined;
  /** Element to focus on opening. Default: the first control, or the panel itself after a touch. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Portal target, the page by default. A sheet inside a layer above the page passes that layer. */
  container?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** The content of `Sheet`. A separate module, because it imports the gesture library. */
export default function SheetPanel(props: SheetProps) {
  const { open, onClose, title, hideTitle, tall, side, initialFocus, container, children } = props;
  return (
    <Drawer.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Drawer.Portal container={container}>
        <Drawer.Backdrop className={cx(styles.backdrop, side && styles.clear)} />
        <Drawer.Viewport className={cx(styles.viewport, side && styles.side)}>
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
