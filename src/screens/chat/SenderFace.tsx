import type { Message } from "../../../machines/domain/message.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigate } from "../../shell/router.tsx";
import { memberCardPath } from "../group/place.ts";
import styles from "./SenderFace.module.css";
import { useMayLookAt } from "./useMembership.ts";

export interface SenderFaceProps {
  message: Pick<Message, "sendID" | "groupID">;
  name: string;
  src: string;
}

/** Opens the user's card unless the group hides its members (6-04, 6-05). */
export function SenderFace({ message: { sendID, groupID }, name, src }: SenderFaceProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const mayLook = useMayLookAt(sendID);
  const face = <Avatar name={name} src={src} />;
  if (!mayLook) return face;
  return (
    <button
      type="button"
      // Not a tab stop: a chat has many avatars, and the member list leads to the same card.
      tabIndex={-1}
      className={styles.face}
      aria-label={t("chat.cardOf", { name: name || t("common.someone") })}
      onClick={() => navigate(memberCardPath(groupID, sendID))}
    >
      {face}
    </button>
  );
}
