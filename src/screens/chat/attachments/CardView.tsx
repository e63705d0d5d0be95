import type { ContactCard } from "../../../../machines/domain/attachment.ts";
import { userCardPath } from "../../../../machines/domain/people-routes.ts";
import { Avatar } from "../../../components/Avatar.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useNavigate } from "../../../shell/router.tsx";
import styles from "./Attachment.module.css";

/** Shows the data that was sent. The opened card has the current data. */
export function CardView({ card }: { card: ContactCard }) {
  const { t } = useText();
  const navigate = useNavigate();
  const name = card.nickname || card.userID;
  return (
    <button
      type="button"
      className={styles.attachment}
      aria-label={t("attachment.openCard", { name })}
      onClick={() => navigate(userCardPath(card.userID))}
    >
      <Avatar name={name} src={card.faceURL} size={40} />
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {name}
        </span>
        <span className={styles.detail}>{t("attachment.card")}</span>
      </span>
    </button>
  );
}
