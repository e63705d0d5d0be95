import type { ApplicationListName } from "../../../machines/domain/contact-request.ts";
import { UsersRound } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { ApplicationsScreen } from "../application/ApplicationsScreen.tsx";

const LISTS: readonly ApplicationListName[] = ["receivedGroups", "sentGroups"];

/** Opening the screen marks the requests as seen (2-32, 2-54). */
export default function NewGroupScreen() {
  const { t } = useText();
  return (
    <ApplicationsScreen
      title={t("contacts.newGroups")}
      names={LISTS}
      icon={UsersRound}
      empty={t("application.emptyGroups")}
    />
  );
}
