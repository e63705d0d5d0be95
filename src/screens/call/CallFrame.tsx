import { Dialog } from "@base-ui/react/dialog";
import { type CSSProperties, type ReactNode, type RefObject, useRef } from "react";
import { mayTakeFocus } from "../../components/focus.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { badgePoint, shrunkInto } from "./badgeGeometry.ts";
import styles from "./CallDialog.module.css";
import type { BadgeOfFrame } from "./useBadge.ts";
import { useViewport } from "./useViewport.ts";

export interface CallFrameProps {
  isOpen: boolean;
  badge: BadgeOfFrame;
  /** Called by Escape and by going back. */
  onClose: () => void;
  /** Sheets of the call open inside the popup. */
  children: (popup: RefObject<HTMLElement | null>) => ReactNode;
}

/**
 * Full screen, dark in both themes, above everything else (2-101, 9-09). It traps and restores the focus. It shrinks into
 * its badge and grows out of it (11-56).
 */
export function CallFrame({ isOpen, badge, onClose, children }: CallFrameProps) {
  const { t } = useText();
  const popup = useRef<HTMLDivElement>(null);
  const viewport = useViewport();
  const at: CSSProperties & { "--badge": string } = {
    "--badge": shrunkInto(badgePoint(badge.place, viewport), viewport),
  };
  return (
    <Dialog.Root open={isOpen} disablePointerDismissal onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          className={styles.call}
          aria-label={t("common.call")}
          initialFocus={() => mayTakeFocus() && popup.current}
          finalFocus={badge.openedBy ?? true}
          data-from-badge={badge.openedBy ? "" : undefined}
          style={at}
        >
          {children(popup)}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
