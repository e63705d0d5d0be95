import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { ApplicationRows, type ApplicationRowsProps } from "./ApplicationRows.tsx";
import { applicationListPath } from "./place.ts";

export function ApplicationsScreen({ title, ...list }: ApplicationRowsProps & { title: string }) {
  const { t } = useText();
  const send = useSend(useNavigation());
  return (
    <Screen bar={<NavBar title={title} start={<BackButton onClick={() => send({ type: "user.back" })} />} />}>
      <ApplicationRows {...list} />
      {list.names.length > 1 && (
        <RowGroup label={t("application.all")}>
          {list.names.map((name) => (
            <ListRow key={name} title={t(`application.${name}`)} href={applicationListPath(name)} chevron />
          ))}
        </RowGroup>
      )}
    </Screen>
  );
}
