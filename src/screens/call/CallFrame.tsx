import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { mayTakeFocus } from "../../components/focus.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./CallDialog.module.css";

export interface CallFrameProps {
  isOpen: boolean;
  /** True restores the focus to the element that had it before. */
  finalFocus: RefObject<HTMLElement | null> | true;
  /** Called by Escape and by going back. */
  onClose: () => void;
  /** Sheets of the call open inside the popup. */
  children: (popup: RefObject<HTMLElement | null>) => ReactNode;
}

/** Full screen, dark in both themes, above everything else (2-101, 9-09). It traps and restores the focus. */
export function CallFrame({ isOpen, finalFocus, onClose, children }: CallFrameProps) {
  const { t } = useText();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={isOpen} disablePointerDismissal onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          className={styles.call}
          aria-label={t("common.call")}
          initialFocus={() => mayTakeFocus() && popup.current}
          finalFocus={finalFocus}
        >
          {children(popup)}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
