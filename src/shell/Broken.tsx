import { EmptyState } from "../components/EmptyState.tsx";
import { TriangleAlert } from "../components/icons.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { View } from "./View.tsx";

/** Shown after a part of the app crashed. Only a page reload helps. */
export function Broken() {
  const { t } = useText();
  return (
    <View visible>
      <EmptyState
        icon={TriangleAlert}
        text={t("app.broken")}
        hint={t("app.brokenHint")}
        action={{ label: t("app.restart"), onClick: () => window.location.reload() }}
      />
    </View>
  );
}
