import type { ApplicationListName } from "../../../machines/domain/contact-request.ts";
import { UserPlus } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { ApplicationsScreen } from "../application/ApplicationsScreen.tsx";

const LISTS: readonly ApplicationListName[] = ["receivedFriends", "sentFriends"];

/** Opening the screen marks the requests as seen (2-33, 2-54). */
export default function NewFriendScreen() {
  const { t } = useText();
  return (
    <ApplicationsScreen
      title={t("contacts.newFriends")}
      names={LISTS}
      icon={UserPlus}
      empty={t("application.emptyFriends")}
    />
  );
}
