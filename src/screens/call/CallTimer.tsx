import { SECOND, useNow } from "../../shell/now.ts";
import { durationText } from "../../text/time.ts";
import styles from "./CallTimer.module.css";

export interface CallTimerProps {
  startedAt: number;
  /** Null while the timer runs. */
  partedAt: number | null;
}

/** The length of the call as mm:ss, computed from its start every second (4-105 to 4-108). */
export function CallTimer({ startedAt, partedAt }: CallTimerProps) {
  const now = useNow(SECOND);
  return (
    <span role="timer" className={styles.timer}>
      {durationText((partedAt ?? now) - startedAt)}
    </span>
  );
}
