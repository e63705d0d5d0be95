import { useSelector } from "@xstate/react";
import { type RefObject, useEffect } from "react";
import { Button } from "../../components/Button.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useMeetingInvitation, useSend, useSession } from "../../shell/actors.tsx";
import { useLast } from "../../shell/last.ts";
import { useNaming } from "../../shell/names.ts";
import { ForwardSteps } from "../chat/forwarding/ForwardSheet.tsx";
import styles from "./SendCard.module.css";

/** Asks to which chats the card of the meeting goes, and says when it is sent: a toast would lie below the call. */
export function SendCardButton({ roomID }: { roomID: string }) {
  const { t } = useText();
  const invitation = useMeetingInvitation();
  const send = useSend(invitation);
  const name = useSelector(
    useSession(),
    (session) => session?.context.profile?.nickname || session?.context.userID || "",
  );
  const isSent = useSelector(
    invitation,
    (snapshot) => snapshot?.matches({ idle: "sent" }) === true && snapshot.context.card.roomID === roomID,
  );
  return (
    <>
      <Button
        variant="secondary"
        block
        className={styles.button}
        onClick={() => send({ type: "user.sendMeeting", roomID, subject: t("meeting.subject", { name }) })}
      >
        {t("meeting.sendToChat")}
      </Button>
      <p role="status" className={styles.sent}>
        {isSent && t("meeting.sent")}
      </p>
    </>
  );
}

/** The choice of chats. Beside the sheet with the button, not in it. */
export function SendCardSheet({ container }: { container: RefObject<HTMLElement | null> }) {
  const invitation = useMeetingInvitation();
  const send = useSend(invitation);
  const forwarding = useSelector(invitation, (snapshot) => snapshot?.children.forwarding);
  const last = useLast(forwarding);
  const naming = useNaming(null);
  useEffect(() => () => send({ type: "user.closeSending" }), [send]);
  if (!last) return null;
  return (
    <ForwardSteps
      key={last.sessionId}
      open={forwarding === last}
      forwarding={last}
      naming={naming}
      container={container}
    />
  );
}
