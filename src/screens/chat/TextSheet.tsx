import { InBlocks } from "../../components/InBlocks.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./TextSheet.module.css";

export interface TextSheetProps {
  open: boolean;
  onClose: () => void;
  words: string;
}

/** Touch users can select a part of the text here, but not in a bubble. */
export function TextSheet({ open, onClose, words }: TextSheetProps) {
  const { t } = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t("messageMenu.selectText")} tall>
      {/* Selecting text must not drag the sheet. */}
      <p className={styles.words} data-base-ui-swipe-ignore="">
        <InBlocks text={words} />
      </p>
    </Sheet>
  );
}
