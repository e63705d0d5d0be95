import { type MouseEvent, type ReactNode, type RefObject, useId, useState } from "react";
import { cx } from "../../components/cx.ts";
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
import titleStyles from "./CallTitle.module.css";
import type { CallView } from "./callView.ts";
import styles from "./FloatingFrame.module.css";
import { Picture } from "./Picture.tsx";
import { type InRoom, useDevice, useDeviceView } from "./roomView.ts";
import { useDrag } from "./useDrag.ts";
import { useFocusKey } from "./useFocusKey.ts";
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
  /** Its name for a screen reader. */
  label: string;
  /** "" while only the time matters. */
  state: string;
  /** What a press does, for a screen reader; "Return to call" by default. */
  returnLabel?: string | undefined;
  /** Users who are in the call that rings. */
  others?: ReactNode;
  /** Whether it rings here. */
  isRinging: boolean;
  /** It floats because it rings, not because the user wants it. */
  isUnchosen: boolean;
  onAccept: () => void;
  onHangUp: () => void;
  corner: Corner;
  onMove: (corner: Corner) => void;
  /** Null while the window has no room for a docked call. */
  onDock: (() => void) | null;
  onRestore: () => void;
  ref: RefObject<HTMLButtonElement | null>;
}

/**
 * A call that rings in a wide window, or is minimised there (11-21): the page below stays usable. It rests in a
 * corner; a press opens it.
 */
export function FloatingFrame(props: FloatingFrameProps) {
  const { userID, source, name, face, faceURL, title, state, startedAt, partedAt } = props;
  const { label, others, isRinging, isUnchosen, mediaType, room, selfID, onAccept, onHangUp } = props;
  const { corner, returnLabel, onMove, onDock, onRestore, ref } = props;
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
  // A call that only rings leaves the focus where the user writes.
  useLostFocus(isUnchosen ? null : ref);
  const { part, onKeyDown } = useFocusKey(ref);

  return (
    <section
      ref={part}
      className={styles.window}
      style={{ translate: `${at.x}px ${at.y}px` }}
      data-dragged={dragged !== null || undefined}
      data-ringing={isRinging || undefined}
      aria-label={label}
      onKeyDown={onKeyDown}
      onMouseDown={isRinging ? keepFocus : undefined}
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
        <span className={styles.face}>
          <span className={cx(styles.disc, isRinging && titleStyles.waiting)}>{face}</span>
        </span>
      )}
      <span className={styles.shade} />
      <div className={styles.words}>
        <p id={id} role={isRinging ? "alert" : undefined}>
          <span className={styles.name} dir="auto">
            {title}
          </span>
          <span className={styles.line}>
            {state !== "" && <span>{state}</span>}
            {startedAt !== null && <CallTimer startedAt={startedAt} partedAt={partedAt} />}
          </span>
        </p>
        {others}
      </div>
      <button
        ref={ref}
        type="button"
        className={styles.open}
        aria-label={isUnchosen ? t("rtc.fill") : (returnLabel ?? t("rtc.returnToCall"))}
        aria-keyshortcuts="F6"
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
          // The second click of a double click on Accept lands here (4-85).
          onClick={({ detail }) => detail < 2 && onHangUp()}
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

/** A press with the pointer leaves the focus where the user writes. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
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
