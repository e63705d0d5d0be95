import type { ScrollingScreenProps } from "../../app/scrolling.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { LayoutGrid } from "../../components/icons.ts";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";

/** Tools beside the chats. There are none yet, and it says so (2-21). */
export function WorkbenchScreen({ scroller }: ScrollingScreenProps) {
  const { t } = useText();
  return (
    <Screen ref={scroller} bar={<NavBar title={t("workbench.title")} />}>
      <EmptyState icon={LayoutGrid} text={t("workbench.empty")} />
    </Screen>
  );
}
