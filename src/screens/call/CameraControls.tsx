import { useEffect, useState } from "react";
import { mayFlip } from "../../../machines/calls/media-room.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { SwitchCamera, Video, VideoOff } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { isTouch } from "../chat/media.ts";
import styles from "./CameraControls.module.css";
import type { CallView } from "./callView.ts";
import { type InRoom, useDevice, useDeviceView } from "./roomView.ts";

/** The camera of a call of two: only in a connected video call (2-103, 2-104). */
export function CameraControls({ view: { room } }: { view: CallView }) {
  const { t } = useText();
  const camera = useDevice({ room }, "camera");
  const send = useSend(camera);
  const { isOn } = useDeviceView(camera);
  return (
    <div className={styles.camera}>
      <FlipControl room={room} />
      <IconButton
        icon={isOn ? Video : VideoOff}
        label={t(isOn ? "rtc.cameraOff" : "rtc.cameraOn")}
        size={22}
        className={isOn ? styles.glass : styles.lit}
        onClick={() => send({ type: "user.toggle" })}
      />
    </div>
  );
}

/** Changes to the next camera. Shown on a touch device with several cameras, while the camera is on (2-122). */
export function FlipControl({ room }: InRoom) {
  const { t } = useText();
  const camera = useDevice({ room }, "camera");
  const send = useSend(camera);
  const { isOn } = useDeviceView(camera);
  const cameras = useCameras();
  if (!mayFlip({ isOn, isTouch: isTouch(), cameras })) return null;
  return (
    <IconButton
      icon={SwitchCamera}
      label={t("rtc.flipCamera")}
      size={22}
      className={styles.glass}
      onClick={() => send({ type: "user.flip" })}
    />
  );
}

function useCameras(): number {
  const { watchCameras } = useOutside();
  const [cameras, setCameras] = useState(0);
  useEffect(() => watchCameras(setCameras), [watchCameras]);
  return cameras;
}
