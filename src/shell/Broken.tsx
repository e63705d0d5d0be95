import { EmptyState } from "../components/EmptyState.tsx";
import { TriangleAlert } from "../components/icons.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { View } from "./View.tsx";

/** A part of the app died. Nothing less than a fresh page brings it back. */
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
