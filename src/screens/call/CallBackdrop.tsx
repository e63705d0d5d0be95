import { useState } from "react";
import styles from "./CallBackdrop.module.css";

/** What lies behind a call: the picture of the other side, large and out of focus, or a calm glow. */
export function CallBackdrop({ faceURL }: { faceURL: string }) {
  const [brokenURL, setBrokenURL] = useState("");
  return (
    <div className={styles.backdrop} aria-hidden="true">
      {faceURL !== "" && faceURL !== brokenURL && (
        <img src={faceURL} alt="" className={styles.face} onError={() => setBrokenURL(faceURL)} />
      )}
    </div>
  );
}
