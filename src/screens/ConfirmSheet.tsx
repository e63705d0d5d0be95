import { type RefObject, useRef } from "react";
import { Button } from "../components/Button.tsx";
import { Sheet } from "../components/Sheet.tsx";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./ConfirmSheet.module.css";

export interface ConfirmSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  hint: string;
  action: string;
  onConfirm: () => void;
  /** See `Sheet`. */
  container?: RefObject<HTMLElement | null> | undefined;
}

/** "Cancel" has the initial focus. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onClose, title, hint, action, onConfirm, container } = props;
  const { t } = useText();
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Sheet open={open} onClose={onClose} title={title} initialFocus={cancel} container={container}>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.buttons}>
        <Button variant="danger" block onClick={confirm}>
          {action}
        </Button>
        <Button ref={cancel} variant="secondary" block onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
