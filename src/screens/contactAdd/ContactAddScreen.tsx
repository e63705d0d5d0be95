import { useLocation } from "wouter";
import { Icon } from "../../components/Icon.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { ADD_ACTIONS } from "../addActions.ts";

const ROWS = [
  { action: ADD_ACTIONS.friend, hint: "finding.friendHint" },
  { action: ADD_ACTIONS.group, hint: "finding.groupHint" },
  { action: ADD_ACTIONS.newGroup, hint: null },
  { action: ADD_ACTIONS.scan, hint: null },
] as const;

/** Requirements 2-39 and 2-60. */
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
        {ROWS.map(({ action: { label, icon, path }, hint }) => (
          <ListRow
            key={path}
            leading={<Icon of={icon} />}
            title={t(label)}
            detail={hint && t(hint)}
            chevron
            onClick={() => navigate(path)}
          />
        ))}
      </RowGroup>
    </Screen>
  );
}
