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

/** What is not as it should be, and what one can do about it (4-92, 4-110, 10-13). */
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

/** Why a device does not work. By now it may be allowed, plugged in, or let go of by another program. */
function DeviceHint({ view, source, icon }: { view: CallView; source: DeviceSource; icon: LucideIcon }) {
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

/** One's own link first: while it is down nobody knows about the other side. */
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

/**
 * What one may try again. Whoever leaves it at that hides the words, which lie over the picture; they come back with
 * the next thing that fails.
 */
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
