import type { ContactCard } from "../../../../machines/domain/attachment.ts";
import { Avatar } from "../../../components/Avatar.tsx";
import { Button } from "../../../components/Button.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ShareConfirmationActor, useSend } from "../../../shell/actors.tsx";
import styles from "./Sharing.module.css";

export function CardQuestion({ sharing, card }: { sharing: ShareConfirmationActor; card: ContactCard }) {
  const { t } = useText();
  const send = useSend(sharing);
  return (
    <div className={styles.form}>
      <div className={styles.card}>
        <Avatar name={card.nickname} src={card.faceURL} size={48} />
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {card.nickname}
          </span>
          <span className={styles.detail}>{t("attachment.card")}</span>
        </span>
      </div>
      <Button block onClick={() => send({ type: "user.sendCard" })}>
        {t("sharing.send")}
      </Button>
      <Button block variant="secondary" onClick={() => send({ type: "user.pickAnotherCard" })}>
        {t("sharing.another")}
      </Button>
    </div>
  );
}
