import { type ReactNode, type RefObject, useId, useState } from "react";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Maximize2, Mic, MicOff, PanelRight, Phone, Video } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import {
  type Corner,
  clampPoint,
  cornerPoint,
  FLOATING,
  keyCorner,
  nearestCorner,
  type Point,
} from "./badgeGeometry.ts";
import { CallBackdrop } from "./CallBackdrop.tsx";
import { CallTimer } from "./CallTimer.tsx";
import type { CallView } from "./callView.ts";
import styles from "./FloatingFrame.module.css";
import { Picture } from "./Picture.tsx";
import { type InRoom, useDevice, useDeviceView } from "./roomView.ts";
import { useDrag } from "./useDrag.ts";
import { useLostFocus } from "./useLostFocus.ts";
import { useViewport } from "./useViewport.ts";

export interface FloatingFrameProps
  extends Pick<CallView, "mediaType" | "selfID" | "room" | "startedAt" | "partedAt"> {
  /** The user in the picture. */
  userID: string;
  name: string;
  /** What this user sends; null shows the face. */
  source: "camera" | "screen" | null;
  face: ReactNode;
  /** Behind the face. */
  faceURL: string;
  title: string;
  /** "" while only the time matters. */
  state: string;
  /** Whether it rings here. */
  isRinging: boolean;
  onAccept: () => void;
  onHangUp: () => void;
  corner: Corner;
  onMove: (corner: Corner) => void;
  /** Null while the window has no room for a docked call. */
  onDock: (() => void) | null;
  onRestore: () => void;
  ref: RefObject<HTMLButtonElement | null>;
}

/** A minimised call in a wide window (11-21): the page below stays usable. It rests in a corner; a press opens it. */
export function FloatingFrame(props: FloatingFrameProps) {
  const { userID, source, name, face, faceURL, title, state, startedAt, partedAt } = props;
  const { isRinging, mediaType, room, selfID, onAccept, onHangUp } = props;
  const { corner, onMove, onDock, onRestore, ref } = props;
  const { t } = useText();
  const { unlockSound } = useOutside();
  const viewport = useViewport();
  const id = useId();
  const [dragged, setDragged] = useState<Point | null>(null);
  const at = dragged ?? cornerPoint(corner, viewport);
  const handlers = useDrag({
    at,
    onMove: (to) => setDragged(clampPoint(to, viewport, FLOATING)),
    onRelease: (last) => {
      setDragged(null);
      onMove(nearestCorner(last, viewport));
    },
    onPress: onRestore,
    onKey: (key) => {
      const next = keyCorner(key, corner);
      if (next) onMove(next);
      return next !== null;
    },
  });
  useLostFocus(ref);

  return (
    <section
      className={styles.window}
      style={{ transform: `translate3d(${at.x}px, ${at.y}px, 0)` }}
      data-dragged={dragged !== null || undefined}
      aria-label={t("common.call")}
    >
      <CallBackdrop faceURL={faceURL} />
      {source ? (
        <Picture
          userID={userID}
          source={source}
          label={t("rtc.pictureOf", { name })}
          className={styles.large}
        />
      ) : (
        <span className={styles.face}>{face}</span>
      )}
      <span className={styles.shade} />
      <p id={id} className={styles.words}>
        <span className={styles.name}>{title}</span>
        <span className={styles.line}>
          {state !== "" && <span>{state}</span>}
          {startedAt !== null && <CallTimer startedAt={startedAt} partedAt={partedAt} />}
        </span>
      </p>
      <button
        ref={ref}
        type="button"
        className={styles.open}
        aria-label={t("rtc.returnToCall")}
        aria-describedby={id}
        {...handlers}
      >
        <span className={styles.enlarge}>
          <Icon of={Maximize2} size={18} />
        </span>
      </button>
      {onDock && (
        <IconButton
          icon={PanelRight}
          label={t("rtc.dock")}
          size={18}
          className={styles.dock}
          onClick={onDock}
        />
      )}
      <div className={styles.controls}>
        {room && !isRinging && <MicrophoneButton room={room} />}
        <IconButton
          icon={Phone}
          label={t("common.hangUp")}
          size={20}
          className={styles.hangUp}
          onClick={onHangUp}
        />
        {isRinging && (
          <IconButton
            icon={mediaType === "video" ? Video : Phone}
            label={t("rtc.accept")}
            size={20}
            className={styles.accept}
            onClick={() => {
              unlockSound();
              onAccept();
            }}
          />
        )}
      </div>
      {room && <OwnPicture room={room} selfID={selfID} />}
    </section>
  );
}

function MicrophoneButton({ room }: InRoom) {
  const { t } = useText();
  const device = useDevice({ room }, "microphone");
  const send = useSend(device);
  const { isOn } = useDeviceView(device);
  return (
    <IconButton
      icon={isOn ? Mic : MicOff}
      label={t(isOn ? "rtc.mute" : "rtc.unmute")}
      size={20}
      className={isOn ? styles.glass : styles.lit}
      aria-pressed={!isOn}
      onClick={() => send({ type: "user.toggle" })}
    />
  );
}

function OwnPicture({ room, selfID }: InRoom & { selfID: string }) {
  const { t } = useText();
  const { isOn, facing } = useDeviceView(useDevice({ room }, "camera"));
  if (!isOn) return null;
  return (
    <span className={styles.own}>
      <Picture userID={selfID} source="camera" isMirrored={facing === "user"} label={t("rtc.ownPicture")} />
    </span>
  );
}
