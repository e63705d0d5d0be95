import { useLocation } from "wouter";
import { Icon } from "../../components/Icon.tsx";
import { Phone, QrCode } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { ScrollingScreenProps } from "../../shell/scrolling.ts";
import { ADD_ACTIONS } from "../addActions.ts";

const TOOLS = [
  { label: "workbench.callRecord", icon: Phone, path: "/callRecord" },
  ADD_ACTIONS.scan,
  ADD_ACTIONS.newGroup,
  { label: "workbench.myCode", icon: QrCode, path: "/qrCode" },
] as const;

/** Requirement 2-21. */
export function WorkbenchScreen({ scroller }: ScrollingScreenProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <Screen ref={scroller} sunken bar={<NavBar title={t("workbench.title")} />}>
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
    </Screen>
  );
}
