import { useSelector } from "@xstate/react";
import { Button } from "../components/Button.tsx";
import { IconButton } from "../components/IconButton.tsx";
import { X } from "../components/icons.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useAppUpdate, useSend } from "./actors.tsx";
import styles from "./UpdateRow.module.css";

/** Offers a new release, above the tab bar (11-20). */
export default function UpdateRow() {
  const { t } = useText();
  const update = useAppUpdate();
  const send = useSend(update);
  const isApplying = useSelector(update, (snapshot) => snapshot?.hasTag("applying") ?? false);
  return (
    <div role="status" className={styles.row}>
      <span className={styles.text}>{t("update.ready")}</span>
      <Button
        variant="text"
        className={styles.apply}
        busy={isApplying}
        onClick={() => send({ type: "user.applyUpdate" })}
      >
        {t("update.apply")}
      </Button>
      <IconButton
        icon={X}
        size={20}
        tone="quiet"
        label={t("update.later")}
        onClick={() => send({ type: "user.postponeUpdate" })}
      />
    </div>
  );
}
