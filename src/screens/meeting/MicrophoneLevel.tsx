import { useEffect, useState } from "react";
import { Icon } from "../../components/Icon.tsx";
import { Mic, MicOff } from "../../components/icons.ts";
import "../../i18n/talk.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useOutside } from "../../shell/outside.tsx";
import styles from "./MicrophoneLevel.module.css";

/** A bar is lit from its level on. */
const BARS = [0.1, 0.25, 0.4, 0.55, 0.7];

/** How loud the microphone hears the user. It is on while this is on screen. */
export function MicrophoneLevel() {
  const { t } = useText();
  const { watchMicrophone } = useOutside();
  const [level, setLevel] = useState<number | null>(0);
  useEffect(() => watchMicrophone(setLevel), [watchMicrophone]);
  if (level === null)
    return (
      <p role="status" className={styles.level}>
        <Icon of={MicOff} size={16} />
        {t("lobby.microphoneBlocked")}
      </p>
    );
  return (
    <div className={styles.level}>
      <Icon of={Mic} size={16} />
      <meter className="visually-hidden" aria-label={t("lobby.level")} min={0} max={1} value={level} />
      <span className={styles.bars} aria-hidden="true">
        {BARS.map((from) => (
          <span key={from} className={styles.bar} data-lit={level >= from || undefined} />
        ))}
      </span>
    </div>
  );
}
