import { useSelector } from "@xstate/react";
import encodeQR from "qr";
import { type RefObject, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import "../../i18n/talk.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useClipboard, useSend } from "../../shell/actors.tsx";
import styles from "./LinkSheet.module.css";
import { SendCardButton } from "./SendCard.tsx";

/** Pixels per module of the code. */
const SCALE = 8;

const RESULTS = ["copied", "failed"] as const;

export interface LinkSheetProps {
  open: boolean;
  onClose: () => void;
  link: string;
  roomID: string;
  isEncrypted: boolean;
  container: RefObject<HTMLElement | null>;
}

/** The link of a meeting, as a code and to copy. */
export function LinkSheet({ open, onClose, link, roomID, isEncrypted, container }: LinkSheetProps) {
  const { t } = useText();
  const clipboard = useClipboard();
  const send = useSend(clipboard);
  const [isAsked, setAsked] = useState(false);
  const result = useSelector(clipboard, (snapshot) => RESULTS.find((one) => snapshot?.matches(one)));
  const shown = isAsked ? result : undefined;
  return (
    <Sheet
      open={open}
      onClose={() => {
        onClose();
        setAsked(false);
      }}
      title={t("meetingLink.invite")}
      container={container}
    >
      <div className={styles.page}>
        <img
          className={styles.code}
          src={encodeQR(link, "data-url", { scale: SCALE, ecc: "medium" })}
          alt={t("meetingLink.code")}
        />
        <p className={styles.link}>{link}</p>
        <p className={styles.hint}>
          {t(isEncrypted ? "meetingLink.inviteEncryptedHint" : "meetingLink.inviteHint")}
        </p>
        <Button
          block
          onClick={() => {
            send({ type: "user.copyMeetingLink", roomID });
            setAsked(true);
          }}
        >
          {t(shown === "copied" ? "meetingLink.copied" : "meetingLink.copyLink")}
        </Button>
        {!isEncrypted && <SendCardButton roomID={roomID} />}
        {shown === "failed" && (
          <p role="alert" className={styles.failure}>
            {t("meetingLink.copyFailed")}
          </p>
        )}
      </div>
    </Sheet>
  );
}
