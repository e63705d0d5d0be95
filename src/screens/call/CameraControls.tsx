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
import { useDevice, useDeviceView } from "./roomView.ts";

/** Turns the camera of a video call on and off. A phone can also change the camera (2-103, 2-104, 2-122). */
export function CameraControls({ view }: { view: CallView }) {
  const { t } = useText();
  const camera = useDevice(view, "camera");
  const send = useSend(camera);
  const { isOn } = useDeviceView(camera);
  const canFlip = mayFlip({ isOn, isTouch: isTouch(), cameras: useCameras() });
  return (
    <div className={styles.camera}>
      {canFlip && (
        <IconButton
          icon={SwitchCamera}
          label={t("rtc.flipCamera")}
          size={22}
          className={styles.glass}
          onClick={() => send({ type: "user.flip" })}
        />
      )}
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

function useCameras(): number {
  const { watchCameras } = useOutside();
  const [cameras, setCameras] = useState(0);
  useEffect(() => watchCameras(setCameras), [watchCameras]);
  return cameras;
}
