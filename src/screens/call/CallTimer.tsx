import { SECOND, useNow } from "../../app/now.ts";
import { durationText } from "../../text/time.ts";
import styles from "./CallTimer.module.css";

/** How long the call has lasted, mm:ss, read from its start every second (4-105 to 4-108). */
export function CallTimer({ startedAt }: { startedAt: number }) {
  const now = useNow(SECOND);
  return (
    <span role="timer" className={styles.timer}>
      {durationText(now - startedAt)}
    </span>
  );
}
