import { useEffect, useState } from "react";
import { type RoomActor, useSend } from "../../app/actors.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { SwitchCamera, Video, VideoOff } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./CameraControls.module.css";
import type { CallView } from "./callView.ts";
import { useRoomView } from "./roomView.ts";

/** The camera of a video call: on and off, and on a phone the other one (2-103, 2-104, 2-122). */
export function CameraControls({ view, room }: { view: CallView; room: RoomActor }) {
  const { t } = useText();
  const send = useSend(room);
  const { isCameraOn } = useRoomView(view);
  const canFlip = useCameraChoice() && isCameraOn;
  return (
    <div className={styles.camera}>
      {canFlip && (
        <IconButton
          icon={SwitchCamera}
          label={t("rtc.flipCamera")}
          size={22}
          className={styles.glass}
          onClick={() => send({ type: "user.flipCamera" })}
        />
      )}
      <IconButton
        icon={isCameraOn ? Video : VideoOff}
        label={t(isCameraOn ? "rtc.cameraOff" : "rtc.cameraOn")}
        size={22}
        className={isCameraOn ? styles.glass : styles.lit}
        onClick={() => send({ type: "user.toggleCamera" })}
      />
    </div>
  );
}

/** Whether the device is held in a hand and has more than one camera. */
function useCameraChoice(): boolean {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const devices = navigator.mediaDevices;
    if (!devices?.enumerateDevices || !window.matchMedia?.("(pointer: coarse)").matches) return;
    let isOver = false;
    const look = () => {
      devices.enumerateDevices().then(
        (all) => isOver || setCount(all.filter(({ kind }) => kind === "videoinput").length),
        () => {
          // A browser that does not tell has none to choose from.
        },
      );
    };
    look();
    devices.addEventListener?.("devicechange", look);
    return () => {
      isOver = true;
      devices.removeEventListener?.("devicechange", look);
    };
  }, []);
  return count > 1;
}
