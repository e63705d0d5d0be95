import { useSelector } from "@xstate/react";
import { cx } from "../../components/cx.ts";
import { Icon } from "../../components/Icon.tsx";
import { ChevronDown } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { ReadStateActor } from "../../shell/actors.tsx";
import styles from "./ToBottom.module.css";

/** Shows how many messages arrived since the user scrolled up (4-61). */
export function ToBottom({ reading, onPress }: { reading: ReadStateActor; onPress: () => void }) {
  const { t } = useText();
  const waiting = useSelector(reading, ({ context }) => context.waiting);
  const words = waiting > 0 ? t("chat.newMessages", { count: waiting }) : null;
  return (
    <div role="status" className={styles.place}>
      <button type="button" className={cx(styles.button, words !== null && styles.pill)} onClick={onPress}>
        <Icon of={ChevronDown} size={20} label={words === null ? t("chat.toBottom") : undefined} />
        {words}
      </button>
    </div>
  );
}
