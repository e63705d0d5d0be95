import { useLocation } from "wouter";
import { searchToJoinPath } from "../../../machines/vocabulary/person-places.ts";
import { useNavigation, useSend } from "../../app/actors.tsx";
import { Icon } from "../../components/Icon.tsx";
import { MessageCircle, ScanLine, UserPlus, Users } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";

/** The ways to come to somebody new, or to a group (2-39, 2-60). */
export default function ContactAddScreen() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const send = useSend(useNavigation());
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={t("screen.addFriendOrGroup")}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      <RowGroup>
        <ListRow
          leading={<Icon of={UserPlus} />}
          title={t("add.friend")}
          detail={t("finding.friendHint")}
          chevron
          onClick={() => navigate(searchToJoinPath(false))}
        />
        <ListRow
          leading={<Icon of={Users} />}
          title={t("add.group")}
          detail={t("finding.groupHint")}
          chevron
          onClick={() => navigate(searchToJoinPath(true))}
        />
        <ListRow
          leading={<Icon of={MessageCircle} />}
          title={t("add.newGroup")}
          chevron
          onClick={() => navigate("/createGroup")}
        />
        <ListRow
          leading={<Icon of={ScanLine} />}
          title={t("screen.scan")}
          chevron
          onClick={() => navigate("/scan")}
        />
      </RowGroup>
    </Screen>
  );
}
