import { type Ref, type RefObject, useRef, useState } from "react";
import { Icon } from "../../components/Icon.tsx";
import { Check, Volume2, VolumeX } from "../../components/icons.ts";
import { Sheet } from "../../components/Sheet.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type MediaSessionActor, useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { CallButton } from "./CallButton.tsx";
import { type InRoom, useRoomView } from "./roomView.ts";
import styles from "./SpeakerControl.module.css";

export interface SpeakerControlProps {
  room: MediaSessionActor | undefined;
  container: RefObject<HTMLElement | null>;
}

/**
 * Shows whether sound plays. A click enables blocked sound, or opens the list of outputs if there are several. Else it
 * is disabled (2-112).
 */
export function SpeakerControl({ room, container }: SpeakerControlProps) {
  const { t } = useText();
  const send = useSend(room);
  const { unlockSound } = useOutside();
  const [isChoosing, setChoosing] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { isSoundBlocked, outputs } = useRoomView({ room });
  const hasChoice = outputs.length > 1;
  return (
    <>
      <CallButton
        icon={isSoundBlocked ? VolumeX : Volume2}
        tone={isSoundBlocked ? "glass" : "lit"}
        label={t("rtc.speaker")}
        aria-pressed={!isSoundBlocked}
        aria-haspopup={hasChoice ? "dialog" : undefined}
        disabled={!hasChoice && !isSoundBlocked}
        onClick={() => {
          if (isSoundBlocked) {
            unlockSound();
            send({ type: "user.enableSound" });
          } else {
            setChoosing(true);
          }
        }}
      />
      <Sheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={t("rtc.soundOutput")}
        initialFocus={list}
        container={container}
      >
        <OutputList ref={list} room={room} onChosen={() => setChoosing(false)} />
      </Sheet>
    </>
  );
}

export interface OutputListProps extends InRoom {
  onChosen?: (() => void) | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** The sound outputs as radio buttons. */
export function OutputList({ room, onChosen, ref }: OutputListProps) {
  const { t } = useText();
  const send = useSend(room);
  const { outputs, outputID } = useRoomView({ room });
  const chosen = outputs.find(({ id }) => id === outputID) ?? outputs[0];
  return (
    <div ref={ref} role="radiogroup" tabIndex={-1} aria-label={t("rtc.soundOutput")} className={styles.list}>
      {outputs.map((output, index) => (
        <label key={output.id} className={styles.output}>
          <input
            type="radio"
            className="visually-hidden"
            name="output"
            checked={output === chosen}
            onChange={() => {
              send({ type: "user.chooseOutput", outputID: output.id });
              onChosen?.();
            }}
          />
          <span className={styles.name}>{output.label || t("rtc.output", { number: index + 1 })}</span>
          {output === chosen && <Icon of={Check} size={22} />}
        </label>
      ))}
    </div>
  );
}
