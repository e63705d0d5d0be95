import { type RefObject, useState } from "react";
import { Phone, Video } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { CallButton } from "./CallButton.tsx";
import styles from "./CallControls.module.css";
import type { CallPhase, CallView } from "./callView.ts";
import { DeviceControl } from "./DeviceControl.tsx";
import { SpeakerControl } from "./SpeakerControl.tsx";

export interface CallControlsProps {
  view: Pick<CallView, "phase" | "mediaType" | "room">;
  container: RefObject<HTMLElement | null>;
  onAccept: () => void;
  onHangUp: () => void;
}

/**
 * Accept and hang up during an incoming ring (2-109), the devices once connected (2-110), and hang up in every phase
 * (2-111).
 */
export function CallControls({ view, container, onAccept, onHangUp }: CallControlsProps) {
  const { t } = useText();
  const { unlockSound } = useOutside();
  const [spentIn, setSpentIn] = useState<CallPhase | null>(null);
  const { phase, mediaType, room } = view;
  const isSpent = spentIn === phase;
  const isVideo = mediaType === "video";
  const isConnected = phase === "connected" && room !== undefined;
  /** Ignores further presses until the phase changes (4-85). */
  const once = (act: () => void) => () => {
    setSpentIn(phase);
    act();
  };
  const accept = once(() => {
    unlockSound();
    onAccept();
  });
  return (
    <div className={styles.controls} data-phase={phase}>
      {isConnected && <DeviceControl room={room} source="microphone" />}
      <CallButton
        icon={Phone}
        tone="hangUp"
        label={t("common.hangUp")}
        disabled={isSpent}
        onClick={once(onHangUp)}
      />
      {phase === "ringing" && (
        <CallButton
          icon={isVideo ? Video : Phone}
          tone="accept"
          label={t("rtc.accept")}
          disabled={isSpent}
          onClick={accept}
        />
      )}
      {isConnected && <SpeakerControl room={room} container={container} />}
    </div>
  );
}
