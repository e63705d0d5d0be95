import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { APP_VERSION } from "../../shell/version.ts";

const SDK = "@openim/wasm-client-sdk";

/** The product, its version and its libraries (2-65). */
export default function AboutScreen() {
  const { t } = useText();
  const send = useSend(useNavigation());
  const sdk = __LIBRARIES__.find(({ name }) => name === SDK);
  return (
    <Screen
      sunken
      readOnly
      bar={
        <NavBar
          title={t("screen.about")}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      <RowGroup label={t("about.product")}>
        <ListRow
          title={t("app.name")}
          aside={t("login.version", { version: APP_VERSION })}
          detail={__APP_LICENCE__}
        />
        {sdk && <ListRow title="OpenIM SDK" aside={t("login.version", { version: sdk.version })} />}
      </RowGroup>
      <RowGroup label={t("about.madeWith")}>
        {__LIBRARIES__.map(({ name, version, licence }) => (
          <ListRow key={name} title={name} aside={licence} detail={version} />
        ))}
      </RowGroup>
    </Screen>
  );
}
