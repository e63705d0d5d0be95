import { EmptyState } from "../components/EmptyState.tsx";
import { SquareArrowOutUpRight } from "../components/icons.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useSend, useSession } from "./actors.tsx";
import { View } from "./View.tsx";

/** Another tab owns the SDK. Says so, and offers to take over (4-18). */
export function SecondTab() {
  const send = useSend(useSession());
  const { t } = useText();
  return (
    <View visible>
      <EmptyState
        icon={SquareArrowOutUpRight}
        text={t("tab.elsewhere")}
        hint={t("tab.elsewhereHint")}
        action={{ label: t("tab.useHere"), onClick: () => send({ type: "user.takeOver" }) }}
      />
    </View>
  );
}
