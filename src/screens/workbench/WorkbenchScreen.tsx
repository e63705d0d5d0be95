import { useLocation } from "wouter";
import type { ScrollingScreenProps } from "../../app/scrolling.ts";
import { Icon } from "../../components/Icon.tsx";
import { MessageCircle, Phone, QrCode, ScanLine } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";

/** Tools beside the chats (2-21). */
export function WorkbenchScreen({ scroller }: ScrollingScreenProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <Screen ref={scroller} sunken bar={<NavBar title={t("workbench.title")} />}>
      <RowGroup>
        <ListRow
          leading={<Icon of={Phone} />}
          title={t("workbench.callRecord")}
          chevron
          onClick={() => navigate("/callRecord")}
        />
        <ListRow
          leading={<Icon of={ScanLine} />}
          title={t("screen.scan")}
          chevron
          onClick={() => navigate("/scan")}
        />
        <ListRow
          leading={<Icon of={MessageCircle} />}
          title={t("add.newGroup")}
          chevron
          onClick={() => navigate("/createGroup")}
        />
        <ListRow
          leading={<Icon of={QrCode} />}
          title={t("workbench.myCode")}
          chevron
          onClick={() => navigate("/qrCode")}
        />
      </RowGroup>
    </Screen>
  );
}
