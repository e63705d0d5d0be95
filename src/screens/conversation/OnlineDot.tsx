import { useText } from "../../i18n/TextProvider.tsx";
import { useIsListedOnline } from "../../shell/presence.ts";
import styles from "./OnlineDot.module.css";

/** On the avatar of a user who is online. */
export function OnlineDot({ userID }: { userID: string }) {
  const { t } = useText();
  if (!useIsListedOnline(userID)) return null;
  return <span role="img" aria-label={t("conversations.online")} className={styles.dot} />;
}
