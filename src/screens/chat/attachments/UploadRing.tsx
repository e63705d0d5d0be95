import { Icon } from "../../../components/Icon.tsx";
import { X } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import styles from "./UploadRing.module.css";

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;

export interface UploadRingProps {
  /** From 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** How far an upload is, over what is uploaded; a press gives it up. */
export function UploadRing({ share, onCancel }: UploadRingProps) {
  const { t } = useText();
  const percent = Math.round(share * 100);
  return (
    <div className={styles.cover}>
      <button
        type="button"
        className={styles.ring}
        aria-label={t("attachment.cancelUpload", { percent })}
        onClick={onCancel}
      >
        <svg viewBox="0 0 44 44" aria-hidden="true">
          <circle
            cx="22"
            cy="22"
            r={RADIUS}
            strokeDasharray={LENGTH}
            strokeDashoffset={LENGTH * (1 - Math.max(share, 0.03))}
          />
        </svg>
        <Icon of={X} size={20} />
      </button>
    </div>
  );
}
