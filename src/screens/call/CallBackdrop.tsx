import { Still } from "../../components/Still.tsx";
import styles from "./CallBackdrop.module.css";

/** What lies behind a call: the picture of the other side, large and out of focus, or a calm glow. */
export function CallBackdrop({ faceURL }: { faceURL: string }) {
  return (
    <div className={styles.backdrop} aria-hidden="true">
      <Still url={faceURL} className={styles.face} />
    </div>
  );
}
