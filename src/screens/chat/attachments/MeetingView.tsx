import type { MeetingCard } from "../../../../machines/domain/call.ts";
import { meetingPath } from "../../../../machines/domain/meeting-link.ts";
import { Icon } from "../../../components/Icon.tsx";
import { Video } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useNavigate } from "../../../shell/router.tsx";
import { oneLine } from "../../../text/oneLine.ts";
import styles from "./Attachment.module.css";

/** An invitation to a meeting. Meetings of other apps cannot be joined here: their card has no button. */
export function MeetingView({ meeting: { roomID, subject } }: { meeting: MeetingCard }) {
  const { t } = useText();
  const navigate = useNavigate();
  const title = oneLine(subject) || t("meeting.card");
  const content = (
    <>
      <span className={styles.disc}>
        <Icon of={Video} size={22} />
      </span>
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.detail}>{t(roomID === null ? "meeting.card" : "meeting.tapToJoin")}</span>
      </span>
    </>
  );
  if (roomID === null) return <div className={styles.attachment}>{content}</div>;
  return (
    <button
      type="button"
      className={styles.attachment}
      aria-label={t("meeting.joinCard", { meeting: title })}
      onClick={() => navigate(meetingPath(roomID))}
    >
      {content}
    </button>
  );
}
