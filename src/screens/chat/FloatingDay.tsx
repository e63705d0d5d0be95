import { useLastWhile } from "../../shell/last.ts";
import styles from "./FloatingDay.module.css";

export interface FloatingDayProps {
  day: string | null;
  isMoving: boolean;
}

/** The date of the messages in view, while the log scrolls. Not read out: each day has its own heading. */
export function FloatingDay({ day, isMoving }: FloatingDayProps) {
  const last = useLastWhile(day !== null, day);
  return (
    <p
      aria-hidden="true"
      className={styles.day}
      data-state={day === null ? "hidden" : isMoving ? "shown" : "resting"}
    >
      <span>{last}</span>
    </p>
  );
}
