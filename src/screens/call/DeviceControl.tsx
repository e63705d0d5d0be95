import { Mic, MicOff, Video, VideoOff } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { CallButton } from "./CallButton.tsx";
import { type InRoom, useDevice, useDeviceView } from "./roomView.ts";

type Source = "microphone" | "camera";

const LOOKS = {
  microphone: { on: Mic, off: MicOff, turnOn: "rtc.unmute", turnOff: "rtc.mute" },
  camera: { on: Video, off: VideoOff, turnOn: "rtc.cameraOn", turnOff: "rtc.cameraOff" },
} as const;

export interface DeviceToggleProps {
  source: Source;
  isOn: boolean;
  onToggle: () => void;
}

/** Highlighted while off (4-111). */
export function DeviceToggle({ source, isOn, onToggle }: DeviceToggleProps) {
  const { t } = useText();
  const { on, off, turnOn, turnOff } = LOOKS[source];
  return (
    <CallButton
      icon={isOn ? on : off}
      tone={isOn ? "glass" : "lit"}
      label={t(isOn ? turnOff : turnOn)}
      aria-pressed={source === "microphone" ? !isOn : undefined}
      onClick={onToggle}
    />
  );
}

/** Turns a device of the call on and off. */
export function DeviceControl({ room, source }: InRoom & { source: Source }) {
  const device = useDevice({ room }, source);
  const send = useSend(device);
  const { isOn } = useDeviceView(device);
  return <DeviceToggle source={source} isOn={isOn} onToggle={() => send({ type: "user.toggle" })} />;
}
