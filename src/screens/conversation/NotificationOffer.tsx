import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { BellRing, X } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNotificationOffer, useSend } from "../../shell/actors.tsx";
import styles from "./NotificationOffer.module.css";

/** A row above the chats (11-54). */
export default function NotificationOffer() {
  const { t } = useText();
  const send = useSend(useNotificationOffer());
  return (
    <section className={styles.offer} aria-label={t("notificationOffer.title")}>
      <span className={styles.mark}>
        <Icon of={BellRing} size={22} />
      </span>
      <p className={styles.words}>{t("notificationOffer.title")}</p>
      <Button variant="text" onClick={() => send({ type: "user.allowNotifications" })}>
        {t("notificationOffer.allow")}
      </Button>
      <IconButton
        icon={X}
        tone="quiet"
        size={20}
        label={t("notificationOffer.decline")}
        onClick={() => send({ type: "user.declineNotifications" })}
      />
    </section>
  );
}
