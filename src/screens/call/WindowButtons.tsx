import { useContext } from "react";
import { IconButton } from "../../components/IconButton.tsx";
import { Maximize2, Minimize2, PanelRight } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import dialog from "./CallDialog.module.css";
import { CallWindowContext } from "./useCallWindow.ts";

/** Minimises the call. In a wide window the call can also be docked beside the chat, and fill the window again. */
export function WindowButtons({ onMinimise }: { onMinimise: () => void }) {
  const { t } = useText();
  const frame = useContext(CallWindowContext);
  const { place, dock, fill } = frame ?? {};
  const isDocked = place === "docked";
  const move = isDocked ? fill : dock;
  return (
    <span className={dialog.actions}>
      <IconButton
        icon={Minimize2}
        label={t("rtc.minimise")}
        className={dialog.glass}
        size={20}
        onClick={onMinimise}
      />
      {move && (
        <IconButton
          icon={isDocked ? Maximize2 : PanelRight}
          label={t(isDocked ? "rtc.fill" : "rtc.dock")}
          className={dialog.glass}
          size={20}
          onClick={move}
        />
      )}
    </span>
  );
}
