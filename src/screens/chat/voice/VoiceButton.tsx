import { useSelector } from "@xstate/react";
import { type PointerEvent, type RefObject, type SyntheticEvent, useRef } from "react";
import {
  CANCEL_SLIDE,
  type FingerPlace,
  recorderSlide,
} from "../../../../machines/composer/recorder-slide.ts";
import { IconButton } from "../../../components/IconButton.tsx";
import { Mic } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type RecorderActor, useSend } from "../../../shell/actors.tsx";
import styles from "./Voice.module.css";

/** Size of the ring at the loudest level, in CSS pixels. */
const HALO = 24;
/** The longest time between the two taps of a double tap, in milliseconds. */
const DOUBLE_TAP = 500;

interface Finger extends FingerPlace {
  id: number;
}

export interface VoiceButtonProps {
  recorder: RecorderActor;
  isHeld: boolean;
  /** When a button at the same place sent something, as the time stamp of its event. */
  sentAt: RefObject<number>;
}

/**
 * Touch: hold to record, slide left to cancel, slide up to lock, release to send. A click or a key starts a hands-free
 * recording. The second tap of a double tap on the button that sends starts nothing.
 */
export function VoiceButton({ recorder, isHeld, sentAt }: VoiceButtonProps) {
  const { t } = useText();
  const send = useSend(recorder);
  const isSending = useSelector(recorder, (snapshot) => snapshot.hasTag("sending"));
  const level = useSelector(recorder, ({ context }) => (isHeld && context.levels.at(-1)) || 0);
  const finger = useRef<Finger | null>(null);
  const wasTouched = useRef(false);

  const isSecondTap = ({ timeStamp }: SyntheticEvent) => timeStamp - sentAt.current < DOUBLE_TAP;

  const slide = ({ currentTarget }: PointerEvent<HTMLElement>, left: number) => {
    const { style } = currentTarget.parentElement ?? currentTarget;
    style.setProperty("--slide", `${-left}px`);
    style.setProperty("--slid", String(left / CANCEL_SLIDE));
  };

  const leave = (event: PointerEvent<HTMLElement>, type: "user.lockRecorder" | "user.releaseRecorder") => {
    if (finger.current?.id !== event.pointerId) return;
    finger.current = null;
    slide(event, 0);
    send({ type });
  };

  return (
    <IconButton
      icon={Mic}
      label={t("speaking.record")}
      tone="quiet"
      className={styles.button}
      data-held={isHeld || undefined}
      style={isHeld ? { outlineWidth: level * HALO } : undefined}
      aria-busy={isSending || undefined}
      // Keeps the focus, and with it the on-screen keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        wasTouched.current = event.pointerType !== "mouse";
        if (!wasTouched.current || !event.isPrimary || isSecondTap(event)) return;
        finger.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
        send({ type: "user.holdRecorder" });
      }}
      onPointerMove={(event) => {
        const from = finger.current;
        if (from?.id !== event.pointerId) return;
        const slid = recorderSlide(from, { x: event.clientX, y: event.clientY });
        if (slid.type === "lock") return leave(event, "user.lockRecorder");
        if (slid.type === "slide") return void slide(event, slid.left);
        finger.current = null;
        slide(event, 0);
        send({ type: "user.discardRecording" });
      }}
      onPointerUp={(event) => leave(event, "user.releaseRecorder")}
      // The system cancelled the touch. That is not a request to send, so the recording stays.
      onPointerCancel={(event) => leave(event, "user.lockRecorder")}
      onClick={(event) => {
        // Ignores the click after a touch. A key press has no pointer (detail 0).
        if (event.detail !== 0 && (wasTouched.current || isSecondTap(event))) return;
        send({ type: "user.startRecorder" });
      }}
    />
  );
}
