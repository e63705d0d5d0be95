import { Still } from "../../components/Still.tsx";
import styles from "./CallBackdrop.module.css";

export function CallBackdrop({ faceURL }: { faceURL: string }) {
  return (
    <div className={styles.backdrop} aria-hidden="true">
      <Still url={faceURL} className={styles.face} />
    </div>
  );
}
