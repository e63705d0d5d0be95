import { useSelector } from "@xstate/react";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { LONGEST_RECORDING } from "../../../../machines/domain/recording.ts";
import { Icon } from "../../../components/Icon.tsx";
import { IconButton } from "../../../components/IconButton.tsx";
import { ChevronLeft, Lock, SendHorizontal, Square, Trash2 } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type RecorderActor, useSend, useVoiceDraft, useVoicePlayer } from "../../../shell/actors.tsx";
import { callLength } from "../../../text/time.ts";
import { VoiceView } from "../attachments/VoiceView.tsx";
import { hasMouse } from "../media.ts";
import styles from "./Voice.module.css";
import { Wave } from "./Wave.tsx";

/** The remaining time is shown for this many seconds before the end. */
const COUNTED = 10;
const DRAWN = 32;

/** Covers the field while a finger holds the button. */
export function HeldBar({ recorder }: { recorder: RecorderActor }) {
  const { t } = useText();
  return (
    <div className={styles.held}>
      <Clock recorder={recorder} />
      <span className={styles.slide}>
        <Icon of={ChevronLeft} size={16} />
        {t("speaking.slide")}
      </span>
      <span className={styles.lock} role="img" aria-label={t("speaking.lock")}>
        <Icon of={Lock} size={20} />
      </span>
    </div>
  );
}

export interface RecordingBarProps {
  recorder: RecorderActor;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Gets the time of the click that sends. */
  sentAt: RefObject<number>;
}

/** Replaces the field during a hands-free recording, and until it is sent. */
export function RecordingBar({ recorder, field, sentAt }: RecordingBarProps) {
  const { t } = useText();
  const send = useSend(recorder);
  const toPlayer = useSend(useVoicePlayer());
  const isAsking = useSelector(recorder, (snapshot) => snapshot.hasTag("asking"));
  const isRecording = useSelector(recorder, (snapshot) => snapshot.hasTag("recording"));
  const isWaiting = useSelector(recorder, (snapshot) => snapshot.hasTag("waiting"));
  const draft = useVoiceDraft(recorder);
  const toDraft = useSend(draft);
  const recording = useSelector(draft, (snapshot) => snapshot?.context.recording ?? null);
  const bar = useRef<HTMLDivElement>(null);

  // The focused button is gone. The bar takes the focus, not a button: a second key press must not discard or send.
  useEffect(() => {
    bar.current?.focus({ preventScroll: true });
    const { current } = field;
    return () => {
      if (hasMouse()) current?.focus({ preventScroll: true });
    };
  }, [field]);

  let middle: ReactNode = (
    <>
      <Clock recorder={recorder} />
      <Level recorder={recorder} />
    </>
  );
  if (isAsking) {
    middle = <p className={styles.words}>{t("speaking.asking")}</p>;
  } else if (isWaiting && recording) {
    const { clientMsgID, enclosure } = recording;
    const { preview: url, seconds, levels } = enclosure;
    // Playback needs the stored recording.
    middle =
      url === "" ? (
        <span className={styles.time}>{callLength(seconds)}</span>
      ) : (
        <VoiceView
          voice={{ url, seconds, levels }}
          isFlat
          clientMsgID={clientMsgID}
          isForeign={false}
          onPlay={() => toPlayer({ type: "user.playVoice", voice: { clientMsgID, url }, next: [] })}
        />
      );
  }

  const discard = () => {
    if (!isWaiting) return send({ type: "user.discardRecording" });
    toPlayer({ type: "user.pauseVoice" });
    toDraft({ type: "user.discardVoiceDraft" });
  };
  const submit = ({ timeStamp }: MouseEvent) => {
    sentAt.current = timeStamp;
    if (isWaiting) toDraft({ type: "user.sendVoiceDraft" });
    else send({ type: "user.sendRecording" });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={bar} role="group" aria-label={t("speaking.bar")} tabIndex={-1} className={styles.bar}>
      <IconButton icon={Trash2} label={t("speaking.discard")} tone="quiet" onClick={discard} />
      <div className={styles.middle}>{middle}</div>
      {isRecording && (
        <IconButton
          icon={Square}
          label={t("speaking.stop")}
          tone="danger"
          onClick={() => send({ type: "user.stopRecorder" })}
        />
      )}
      {!isAsking && (
        <IconButton icon={SendHorizontal} label={t("chat.send")} size={20} filled onClick={submit} />
      )}
    </div>
  );
}

function Clock({ recorder }: { recorder: RecorderActor }) {
  const { t } = useText();
  const seconds = useSelector(recorder, ({ context }) => Math.floor(context.seconds));
  const left = LONGEST_RECORDING - seconds;
  return (
    <>
      <span className={styles.dot} />
      <span role="timer" aria-label={t("speaking.time")} className={styles.time}>
        {callLength(seconds)}
      </span>
      {left <= COUNTED && <span className={styles.left}>{t("speaking.left", { count: left })}</span>}
    </>
  );
}

function Level({ recorder }: { recorder: RecorderActor }) {
  const levels = useSelector(recorder, ({ context }) => context.levels);
  return <Wave levels={levels.slice(-DRAWN)} isLive />;
}

/** For screen readers. Announced on a change only, not every second. */
export function RecorderStatus({ recorder }: { recorder: RecorderActor }) {
  const { t } = useText();
  const words = useSelector(recorder, (snapshot) => {
    if (snapshot.hasTag("asking") || snapshot.hasTag("askingHeld")) return t("speaking.asking");
    if (snapshot.hasTag("waiting")) return t("speaking.stopped");
    const isLocked = snapshot.hasTag("recording");
    if (!isLocked && !snapshot.hasTag("held")) return "";
    if (snapshot.context.seconds >= LONGEST_RECORDING - COUNTED)
      return t("speaking.left", { count: COUNTED });
    return t(isLocked ? "speaking.locked" : "speaking.recording");
  });
  return (
    <p role="status" className="visually-hidden">
      {words}
    </p>
  );
}
