import { Icon } from "../../components/Icon.tsx";
import { Forward } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./ForwardedFrom.module.css";

/**
 * Above a forwarded message. The name is what the forwarding user's client says, so it is neither a link nor a
 * picture, and looks the same for every name.
 */
export function ForwardedFrom({ name }: { name: string }) {
  const { t } = useText();
  return (
    <p className={styles.origin} data-origin="">
      <Icon of={Forward} size={14} />
      <span className={styles.name}>{t("chat.forwardedFrom", { name: `\u2068${name}\u2069` })}</span>
    </p>
  );
}
