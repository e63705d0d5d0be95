import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DeviceSource } from "../../../machines/calls/media-room.ts";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { MicOff, VideoOff, VolumeX, WifiOff, X } from "../../components/icons.ts";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import styles from "./CallHints.module.css";
import type { CallView } from "./callView.ts";
import { useDevice, useDeviceView, usePeerMuted, useRoomView } from "./roomView.ts";

/** Problems of the call, and what the user can do about them (4-92, 4-110, 10-13). */
export function CallHints({ view }: { view: CallView }) {
  const { t } = useText();
  const { unlockSound } = useOutside();
  const send = useSend(view.room);
  const isPeerMuted = usePeerMuted(view);
  const room = useRoomView(view);
  const { name, phase } = view;
  return (
    <div className={styles.hints}>
      <Connection view={view} isReconnecting={room.isReconnecting} />
      {phase === "connected" && isPeerMuted && !view.isPeerAway && !room.isReconnecting && (
        <p className={styles.quiet}>
          <Icon of={MicOff} size={16} />
          {t("rtc.peerMuted", { name })}
        </p>
      )}
      <DeviceHint view={view} source="microphone" icon={MicOff} />
      <DeviceHint view={view} source="camera" icon={VideoOff} />
      {room.isSoundBlocked && (
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
      )}
    </div>
  );
}

/** The reason why a device does not work, with a retry: it may be allowed, plugged in or free by now. */
function DeviceHint({
  view,
  source,
  icon,
}: {
  view: CallView;
  source: Exclude<DeviceSource, "screen">;
  icon: LucideIcon;
}) {
  const { t } = useText();
  const device = useDevice(view, source);
  const send = useSend(device);
  const { trouble } = useDeviceView(device);
  if (!trouble) return null;
  return (
    <Trouble
      key={trouble}
      icon={icon}
      text={t(`${source}.${trouble}`)}
      onRetry={() => send({ type: "user.toggle" })}
    />
  );
}

/** The user's own connection comes first: while it is down, the peer's state is unknown. */
function Connection({ view, isReconnecting }: { view: CallView; isReconnecting: boolean }) {
  const { t } = useText();
  return (
    <div role="status" className={styles.connection}>
      {isReconnecting ? (
        <Pill>
          <Spinner size={16} />
          {t("rtc.reconnecting")}
        </Pill>
      ) : (
        view.isPeerAway && (
          <Pill>
            <Icon of={WifiOff} size={16} />
            {t("rtc.peerAway", { name: view.name })}
          </Pill>
        )
      )}
    </div>
  );
}

function Pill({ children }: { children: ReactNode }) {
  return <p className={styles.pill}>{children}</p>;
}

/** The text covers the picture, so the user can hide it. It appears again at the next failure. */
function Trouble({ icon, text, onRetry }: { icon: LucideIcon; text: string; onRetry: () => void }) {
  const { t } = useText();
  const [isHidden, setIsHidden] = useState(false);
  if (isHidden) return null;
  return (
    <div role="alert" className={styles.trouble}>
      <Icon of={icon} size={20} />
      <p className={styles.reason}>{text}</p>
      <button type="button" className={styles.retry} onClick={onRetry}>
        {t("common.retry")}
      </button>
      <IconButton
        icon={X}
        label={t("rtc.hideHint")}
        size={20}
        className={styles.hide}
        onClick={() => setIsHidden(true)}
      />
    </div>
  );
}
