import type { Message } from "../../../machines/domain/message.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { memberCardPath } from "../group/place.ts";
import styles from "./SenderFace.module.css";
import { useMayLookAt } from "./useMembership.ts";

export interface SenderFaceProps {
  message: Pick<Message, "sendID" | "groupID">;
  name: string;
  src: string;
}

/** Who spoke; their card opens unless the group keeps its members to themselves (6-04, 6-05). */
export function SenderFace({ message: { sendID, groupID }, name, src }: SenderFaceProps) {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const mayLook = useMayLookAt(sendID);
  const face = <Avatar name={name} src={src} />;
  if (!mayLook) return face;
  return (
    <button
      type="button"
      // Of the many in a chat none stands in the way of the keyboard; the list of members leads there as well.
      tabIndex={-1}
      className={styles.face}
      aria-label={t("chat.cardOf", { name: name || t("common.someone") })}
      onClick={() => toNavigation({ type: "user.navigate", to: memberCardPath(groupID, sendID) })}
    >
      {face}
    </button>
  );
}
