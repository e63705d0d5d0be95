import "../../i18n/devices.ts";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { DeviceSource } from "../../../machines/calls/media-room.ts";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { MicOff, ScreenShareOff, VideoOff, VolumeX, X } from "../../components/icons.ts";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import styles from "./CallHints.module.css";
import { type InRoom, useDevice, useDeviceView, useRoomView } from "./roomView.ts";

/** Hints that calls of two and of many share. */

/** Why the microphone, the camera, a shared screen or the sound does not work, and what the user can do. */
export function DeviceHints({ room }: InRoom) {
  return (
    <>
      <DeviceHint room={room} source="microphone" icon={MicOff} />
      <DeviceHint room={room} source="camera" icon={VideoOff} />
      <DeviceHint room={room} source="screen" icon={ScreenShareOff} />
      <SoundHint room={room} />
    </>
  );
}

interface DeviceHintProps extends InRoom {
  source: DeviceSource;
  icon: LucideIcon;
}

/** With a retry: the device may be allowed, plugged in or free by now. */
function DeviceHint({ room, source, icon }: DeviceHintProps) {
  const { t } = useText();
  const device = useDevice({ room }, source);
  const send = useSend(device);
  const { trouble } = useDeviceView(device);
  if (!trouble) return null;
  return (
    <Trouble
      key={trouble}
      icon={icon}
      text={t(source === "screen" ? `ownScreen.${trouble}` : `${source}.${trouble}`)}
      onRetry={() => send({ type: "user.toggle" })}
      onHide={() => send({ type: "user.hideHint" })}
    />
  );
}

/** Asks for a tap while the browser blocks sound (10-13). */
function SoundHint({ room }: InRoom) {
  const { t } = useText();
  const { unlockSound } = useOutside();
  const send = useSend(room);
  const { isSoundBlocked } = useRoomView({ room });
  if (!isSoundBlocked) return null;
  return (
    <button
      type="button"
      className={styles.sound}
      onClick={() => {
        unlockSound();
        send({ type: "user.enableSound" });
      }}
    >
      <Icon of={VolumeX} size={20} />
      {t("rtc.enableSound")}
    </button>
  );
}

/** The user's own connection is down, but may come back. */
export function ReconnectingPill() {
  const { t } = useText();
  return (
    <Pill>
      <Spinner size={16} />
      {t("rtc.reconnecting")}
    </Pill>
  );
}

export function Pill({ children }: { children: ReactNode }) {
  return <p className={styles.pill}>{children}</p>;
}

interface TroubleProps {
  icon: LucideIcon;
  text: string;
  onRetry: () => void;
  onHide: () => void;
}

/** The text covers the picture, so the user can hide it. It appears again at the next failure. */
function Trouble({ icon, text, onRetry, onHide }: TroubleProps) {
  const { t } = useText();
  return (
    <div role="alert" className={styles.trouble}>
      <Icon of={icon} size={20} />
      <p className={styles.reason}>{text}</p>
      <button type="button" className={styles.retry} onClick={onRetry}>
        {t("common.retry")}
      </button>
      <IconButton icon={X} label={t("rtc.hideHint")} size={20} className={styles.hide} onClick={onHide} />
    </div>
  );
}
