import { Mic, MicOff } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { CallButton } from "./CallButton.tsx";
import { type InRoom, useDevice, useDeviceView } from "./roomView.ts";

/** Highlighted while muted (4-111). */
export function MicrophoneControl({ room }: InRoom) {
  const { t } = useText();
  const microphone = useDevice({ room }, "microphone");
  const send = useSend(microphone);
  const { isOn } = useDeviceView(microphone);
  return (
    <CallButton
      icon={isOn ? Mic : MicOff}
      tone={isOn ? "glass" : "lit"}
      label={t(isOn ? "rtc.mute" : "rtc.unmute")}
      aria-pressed={!isOn}
      onClick={() => send({ type: "user.toggle" })}
    />
  );
}
