import { Link, useSearch } from "wouter";
import { useNavigation, useSend } from "../../app/actors.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Clock } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./GetCodeScreen.module.css";

/** Where a new account or a new password will begin (2-85). It says that it is not there yet, and leads back. */
export function GetCodeScreen() {
  const { t } = useText();
  const send = useSend(useNavigation());
  const isRegistration = readFlag(new URLSearchParams(useSearch()).get("isRegiste"));
  return (
    <Screen
      bar={
        <NavBar
          title={t(isRegistration ? "register.title" : "forgot.title")}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      <div className={styles.page}>
        <Icon of={Clock} size={40} className={styles.icon} />
        <p className={styles.text}>{t(isRegistration ? "register.soon" : "forgot.soon")}</p>
        <Link href="/login" className={styles.link}>
          {t("login.backToSignIn")}
        </Link>
      </div>
    </Screen>
  );
}

/** A JSON boolean; anything else is false, which is the forgotten password (2-92). */
function readFlag(value: string | null): boolean {
  return value === "true";
}
