import type { Language } from "../../../machines/domain/language.ts";
import { Icon } from "../../components/Icon.tsx";
import { Check } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useApp, useNavigation, useSend } from "../../shell/actors.tsx";
import styles from "./LanguageScreen.module.css";

const LANGUAGES: readonly Language[] = ["zh", "en"];

/** A choice applies at once (2-68). */
export default function LanguageScreen() {
  const { t, language } = useText();
  const send = useSend(useApp());
  const sendNavigation = useSend(useNavigation());
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={t("screen.language")}
          start={<BackButton onClick={() => sendNavigation({ type: "user.back" })} />}
        />
      }
    >
      <RowGroup>
        {LANGUAGES.map((one) => (
          <ListRow
            key={one}
            lang={one}
            title={t(`language.${one}`)}
            end={one === language && <Icon of={Check} size={20} className={styles.mark} />}
            aria-current={one === language || undefined}
            onClick={() => send({ type: "user.chooseLanguage", language: one })}
          />
        ))}
      </RowGroup>
    </Screen>
  );
}
