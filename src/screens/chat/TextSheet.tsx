import { Sheet } from "../../components/Sheet.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./TextSheet.module.css";

export interface TextSheetProps {
  open: boolean;
  onClose: () => void;
  words: string;
}

/** A message's words alone, whole, to take a part of them: a finger selects here what it cannot in a bubble. */
export function TextSheet({ open, onClose, words }: TextSheetProps) {
  const { t } = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t("messageMenu.selectText")} tall>
      {/* Selecting is no pulling. */}
      <p className={styles.words} data-base-ui-swipe-ignore="">
        {words}
      </p>
    </Sheet>
  );
}
