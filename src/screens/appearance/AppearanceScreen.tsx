import { useSelector } from "@xstate/react";
import { TEXT_SIZES, THEMES, WALLPAPERS } from "../../../machines/domain/appearance.ts";
import { Choices } from "../../components/Choices.tsx";
import { RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useApp, useNavigation, useSend } from "../../shell/actors.tsx";
import "../../styles/chat.css";
import styles from "./AppearanceScreen.module.css";

/** Theme, text size and wallpaper of this device. A choice applies at once (11-23). */
export default function AppearanceScreen() {
  const { t } = useText();
  const app = useApp();
  const send = useSend(app);
  const sendNavigation = useSend(useNavigation());
  const { theme, textSize, wallpaper } = useSelector(app, ({ context }) => context.appearance);
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={t("screen.appearance")}
          start={<BackButton onClick={() => sendNavigation({ type: "user.back" })} />}
        />
      }
    >
      <RowGroup label={t("appearance.theme")}>
        <Choices
          label={t("appearance.theme")}
          options={THEMES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
          value={theme}
          busy={false}
          onChange={(value) => send({ type: "user.changeAppearance", change: { theme: value } })}
        />
      </RowGroup>
      <RowGroup label={t("appearance.textSize")}>
        <Choices
          label={t("appearance.textSize")}
          options={TEXT_SIZES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
          value={textSize}
          busy={false}
          onChange={(value) => send({ type: "user.changeAppearance", change: { textSize: value } })}
        />
      </RowGroup>
      <RowGroup label={t("appearance.wallpaper")}>
        <Choices
          label={t("appearance.wallpaper")}
          options={WALLPAPERS.map((value) => ({ value, label: t(`appearance.${value}`) }))}
          value={wallpaper}
          busy={false}
          onChange={(value) => send({ type: "user.changeAppearance", change: { wallpaper: value } })}
        />
      </RowGroup>
      <Sample />
    </Screen>
  );
}

/** Two messages that show the effect of a choice. */
function Sample() {
  const { t } = useText();
  return (
    <div className={styles.sample} aria-hidden="true">
      <p className={styles.theirs}>{t("appearance.question")}</p>
      <p className={styles.own}>{t("appearance.answer")}</p>
    </div>
  );
}
