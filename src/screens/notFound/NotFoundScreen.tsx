import { Link } from "wouter";
import { Icon } from "../../components/Icon.tsx";
import { Compass } from "../../components/icons.ts";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./NotFoundScreen.module.css";

/** Requirement 2-12. */
export function NotFoundScreen() {
  const { t } = useText();
  return (
    <Screen>
      <div className={styles.page}>
        <Icon of={Compass} size={40} className={styles.icon} />
        <h1>{t("notFound.title")}</h1>
        <p className={styles.text}>{t("notFound.text")}</p>
        <Link href="/conversation" className={styles.link}>
          {t("notFound.home")}
        </Link>
      </div>
    </Screen>
  );
}
