import type { Voice } from "../../../../machines/vocabulary/attachments.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { callLength } from "../../../text/time.ts";
import styles from "./VoiceView.module.css";

/** A voice message; nothing of it is fetched before it is played. */
export function VoiceView({ voice }: { voice: Voice }) {
  const { t } = useText();
  const length = callLength(Math.round(voice.seconds));
  return (
    <div className={styles.voice}>
      {/* biome-ignore lint/a11y/useMediaCaption: what people say to each other has no captions */}
      <audio
        className={styles.sound}
        src={voice.url}
        aria-label={t("attachment.voice", { length })}
        controls
        preload="none"
      />
      <span className={styles.length}>{length}</span>
    </div>
  );
}
