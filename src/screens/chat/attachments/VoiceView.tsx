import { useSelector } from "@xstate/react";
import type { Voice } from "../../../../machines/domain/attachment.ts";
import { voiceStateOf } from "../../../../machines/media/voice-player.ts";
import { Icon } from "../../../components/Icon.tsx";
import { Pause, Play, RotateCw } from "../../../components/icons.ts";
import { useLoaded, useSources } from "../../../components/sources.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useConversation, useSend, useVoicePlayer } from "../../../shell/actors.tsx";
import { callLength } from "../../../text/time.ts";
import { Wave } from "../voice/Wave.tsx";
import styles from "./VoiceView.module.css";

export interface VoiceViewProps {
  voice: Voice;
  clientMsgID: string;
  isForeign: boolean;
  isFlat?: boolean | undefined;
  onPlay: (clientMsgID: string, voice: Voice) => void;
}

/** The recording is not fetched before it is played. */
export function VoiceView({ voice, clientMsgID, isForeign, isFlat = false, onPlay }: VoiceViewProps) {
  const { t } = useText();
  const player = useVoicePlayer();
  const send = useSend(player);
  const toRecorder = useSend(useConversation()?.getSnapshot().children.recorder);
  const state = useSelector(player, (snapshot) => snapshot && voiceStateOf(snapshot, clientMsgID)) ?? null;
  const seconds = useSelector(player, (snapshot) => (state && snapshot?.context.seconds) || 0);
  const rate = useSelector(player, (snapshot) => snapshot?.context.rate ?? 1);
  const isHeard = useSelector(player, (snapshot) => snapshot?.context.heard.has(clientMsgID) ?? true);
  const isOn = state === "loading" || state === "playing";
  const isBegun = isOn || state === "paused";
  const part = partOf(seconds, voice.seconds);
  const length = callLength(Math.round(voice.seconds));
  const isHere = useLoaded(voice.url);
  /** The foreign host that a press would contact, else null. */
  const host = useSources().foreignHostOf(voice.url);

  const press = () => {
    if (isOn) return send({ type: "user.pauseVoice" });
    toRecorder({ type: "user.stopRecorder" }); // it would record the sound
    if (state === "paused") send({ type: "user.resumeVoice" });
    else onPlay(clientMsgID, voice);
  };

  return (
    <div className={styles.voice} style={{ width: isFlat ? "100%" : widthOf(voice.seconds) }}>
      <button
        type="button"
        className={styles.play}
        aria-label={[
          t(
            isOn
              ? "attachment.pauseVoice"
              : state === "failed"
                ? "attachment.retryVoice"
                : "attachment.playVoice",
            { length },
          ),
          ...(host === null ? [] : [host]),
        ].join(t("attachment.separator"))}
        aria-busy={state === "loading" || undefined}
        data-failed={state === "failed" || undefined}
        onClick={press}
      >
        <Icon of={isOn ? Pause : state === "failed" ? RotateCw : Play} size={20} />
      </button>
      <span className={styles.rest} data-flat={isFlat || undefined} data-wave={!!voice.levels || undefined}>
        {voice.levels ? (
          <Wave levels={voice.levels} done={part} />
        ) : (
          <span className={styles.track}>
            <span className={styles.done} style={{ scale: `${part} 1` }} />
          </span>
        )}
        <span className={styles.length}>
          {state === "failed"
            ? t("attachment.voiceFailed")
            : isBegun && seconds > 0
              ? callLength(Math.floor(seconds))
              : length}
          {host !== null && !isHere && <span className={styles.host}>{host}</span>}
          {isForeign && !isHeard && (
            <span role="img" aria-label={t("attachment.unheard")} className={styles.dot} />
          )}
        </span>
      </span>
      {isBegun && (
        <button
          type="button"
          className={styles.rate}
          aria-label={t("attachment.speed", { rate })}
          onClick={() => send({ type: "user.changeRate" })}
        >
          {rate}×
        </button>
      )}
    </div>
  );
}

/** In CSS pixels. */
function widthOf(seconds: number): number {
  return 200 + Math.min(seconds, 40);
}

/** The played part, from 0 to 1. */
function partOf(seconds: number, length: number): number {
  return length > 0 ? Math.min(seconds / length, 1) : 0;
}
