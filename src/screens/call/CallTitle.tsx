import { Avatar } from "../../components/Avatar.tsx";
import { cx } from "../../components/cx.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Translate } from "../../i18n/text.ts";
import { CallTimer } from "./CallTimer.tsx";
import styles from "./CallTitle.module.css";
import type { CallView } from "./callView.ts";

export interface CallTitleProps {
  view: CallView;
  /** Once connected, the name and the time above the picture are enough. */
  isOverPicture: boolean;
  /** A small picture takes the upper right corner. */
  isBesidePicture: boolean;
}

/** The peer's name and the state of the call (2-105 to 2-108). */
export function CallTitle({ view, isOverPicture, isBesidePicture }: CallTitleProps) {
  const { t } = useText();
  const { name, faceURL, phase, startedAt, partedAt } = view;
  const isConnected = phase === "connected";
  const size = isOverPicture ? 72 : 128;
  return (
    <div
      className={cx(
        styles.title,
        isOverPicture && (isConnected ? styles.compact : styles.over),
        isBesidePicture && styles.beside,
      )}
    >
      {!(isOverPicture && isConnected) && (
        <span className={cx(styles.face, !isConnected && styles.waiting)}>
          <Avatar name={name} src={faceURL} size={size} radius={size / 2} />
        </span>
      )}
      <h2 className={styles.name} dir="auto">
        {name}
      </h2>
      <div className={styles.line}>
        <span role="status">{phaseText(view, t)}</span>
        {startedAt !== null && <CallTimer startedAt={startedAt} partedAt={partedAt} />}
      </div>
    </div>
  );
}

/** Empty once connected, because the timer is shown then. */
export function phaseText({ phase, mediaType }: CallView, t: Translate): string {
  switch (phase) {
    case "connecting":
      return t("rtc.connecting");
    case "calling":
      return t("rtc.calling");
    case "ringing":
      return t(mediaType === "video" ? "rtc.incomingVideo" : "rtc.incomingVoice");
    case "connected":
      return "";
  }
}
