import { IconButton } from "../../components/IconButton.tsx";
import { Minimize2 } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import dialog from "./CallDialog.module.css";

export function MinimiseButton({ onClick }: { onClick: () => void }) {
  const { t } = useText();
  return (
    <IconButton
      icon={Minimize2}
      label={t("rtc.minimise")}
      className={dialog.glass}
      size={20}
      onClick={onClick}
    />
  );
}
