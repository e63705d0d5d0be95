import { useText } from "../i18n/TextProvider.tsx";
import { ProgressRing } from "./ProgressRing.tsx";
import styles from "./ReinstallOverlay.module.css";

/** Shown during the first sync of a new device (2-08). `percent` is 0 to 100; nothing is shown at null. */
export function ReinstallOverlay({ percent }: { percent: number | null }) {
  const { t } = useText();
  if (percent === null) return null;
  return (
    <section className={styles.overlay} aria-label={t("sync.title")}>
      <ProgressRing percent={percent} label={t("sync.title")} />
      <p className={styles.title}>{t("sync.title")}</p>
      <p className={styles.hint}>{t("sync.hint")}</p>
    </section>
  );
}
