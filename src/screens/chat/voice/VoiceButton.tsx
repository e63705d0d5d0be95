import { useSelector } from "@xstate/react";
import { type PointerEvent, useRef } from "react";
import { IconButton } from "../../../components/IconButton.tsx";
import { Mic } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type RecorderActor, useSend } from "../../../shell/actors.tsx";
import styles from "./Voice.module.css";

/** How far the finger slides to cancel, and to let go without ending it, in CSS pixels. */
const CANCEL = 110;
const LOCK = 80;
/** How far the loudest voice reaches around the button, in CSS pixels. */
const HALO = 24;

interface Finger {
  id: number;
  x: number;
  y: number;
}

export interface VoiceButtonProps {
  recorder: RecorderActor;
  isHeld: boolean;
}

/**
 * In place of "Send" while there is nothing to send. A finger holds it to speak, slides left to cancel, up to lock,
 * and releases to send; a click or a key begins with the hands free.
 */
export function VoiceButton({ recorder, isHeld }: VoiceButtonProps) {
  const { t } = useText();
  const send = useSend(recorder);
  const isSending = useSelector(recorder, (snapshot) => snapshot.hasTag("sending"));
  const level = useSelector(recorder, ({ context }) => (isHeld && context.levels.at(-1)) || 0);
  const finger = useRef<Finger | null>(null);
  const wasTouched = useRef(false);

  const slide = ({ currentTarget }: PointerEvent<HTMLElement>, left: number) => {
    const { style } = currentTarget.parentElement ?? currentTarget;
    style.setProperty("--slide", `${-left}px`);
    style.setProperty("--slid", String(left / CANCEL));
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
      // Keeps the focus where it is, and with it the keyboard on the screen.
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        wasTouched.current = event.pointerType !== "mouse";
        if (!wasTouched.current || !event.isPrimary) return;
        finger.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
        send({ type: "user.holdRecorder" });
      }}
      onPointerMove={(event) => {
        const from = finger.current;
        if (from?.id !== event.pointerId) return;
        const [left, up] = [from.x - event.clientX, from.y - event.clientY];
        if (up > LOCK && up > left) return leave(event, "user.lockRecorder");
        if (left < CANCEL) return void slide(event, Math.max(left, 0));
        finger.current = null;
        slide(event, 0);
        send({ type: "user.discardRecording" });
      }}
      onPointerUp={(event) => leave(event, "user.releaseRecorder")}
      // The system took the finger away, which is no wish to send: what was said stays.
      onPointerCancel={(event) => leave(event, "user.lockRecorder")}
      onClick={(event) => {
        // The click in the wake of a touch; a key press has no pointer (detail 0).
        if (wasTouched.current && event.detail !== 0) return;
        send({ type: "user.startRecorder" });
      }}
    />
  );
}
