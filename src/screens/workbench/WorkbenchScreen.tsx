import { useState } from "react";
import { useLocation } from "wouter";
import { Icon } from "../../components/Icon.tsx";
import { Link, Phone, QrCode } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { ScrollingScreenProps } from "../../shell/scrolling.ts";
import { ADD_ACTIONS } from "../addActions.ts";
import { JoinMeetingSheet } from "../meeting/JoinMeetingSheet.tsx";

const TOOLS = [
  { label: "workbench.callRecord", icon: Phone, path: "/callRecord" },
  ADD_ACTIONS.scan,
  ADD_ACTIONS.newGroup,
  { label: "workbench.myCode", icon: QrCode, path: "/qrCode" },
] as const;

/** Requirements 2-21 and 11-41. */
export function WorkbenchScreen({ scroller }: ScrollingScreenProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const [isJoining, setJoining] = useState(false);
  const { newMeeting } = ADD_ACTIONS;
  return (
    <Screen ref={scroller} sunken bar={<NavBar title={t("workbench.title")} />}>
      <RowGroup>
        <ListRow
          leading={<Icon of={newMeeting.icon} />}
          title={t(newMeeting.label)}
          chevron
          onClick={() => navigate(newMeeting.path)}
        />
        <ListRow
          leading={<Icon of={Link} />}
          title={t("meeting.join")}
          chevron
          onClick={() => setJoining(true)}
        />
      </RowGroup>
      <RowGroup>
        {TOOLS.map(({ label, icon, path }) => (
          <ListRow
            key={path}
            leading={<Icon of={icon} />}
            title={t(label)}
            chevron
            onClick={() => navigate(path)}
          />
        ))}
      </RowGroup>
      <JoinMeetingSheet open={isJoining} onClose={() => setJoining(false)} />
    </Screen>
  );
}
