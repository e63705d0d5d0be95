import { useSelector } from "@xstate/react";
import type { RecorderTag } from "../../../../machines/composer/recorder.ts";
import { IconButton } from "../../../components/IconButton.tsx";
import { X } from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type RecorderActor, useSend } from "../../../shell/actors.tsx";
import { isTouch } from "../media.ts";
import styles from "./Voice.module.css";

const TROUBLES = ["denied", "missing", "inCall", "failing"] as const satisfies readonly RecorderTag[];

export function RecorderTrouble({ recorder }: { recorder: RecorderActor }) {
  const { t } = useText();
  const send = useSend(recorder);
  const isTooShort = useSelector(recorder, (snapshot) => snapshot.hasTag("tooShort"));
  const trouble = useSelector(recorder, (snapshot) => TROUBLES.find((one) => snapshot.hasTag(one)));
  if (isTooShort) {
    return (
      <div role="alert" className={styles.prompt}>
        <p>{t("speaking.tooShort")}</p>
        {isTouch() && <p>{t("speaking.holdHint")}</p>}
      </div>
    );
  }
  if (!trouble) return null;
  return (
    <div role="alert" className={styles.trouble}>
      <p>{t(`speaking.${trouble}`)}</p>
      <IconButton
        icon={X}
        size={20}
        tone="quiet"
        label={t("speaking.dismiss")}
        onClick={() => send({ type: "user.dismissRecorder" })}
      />
    </div>
  );
}
