import { shallowEqual, useSelector } from "@xstate/react";
import { type RefObject, useEffect } from "react";
import { type CardProgress, cardProgress } from "../../../machines/calls/card-progress.ts";
import { Button } from "../../components/Button.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useConnection, useMeetingInvitation, useSend, useSession } from "../../shell/actors.tsx";
import { useNaming } from "../../shell/names.ts";
import { ForwardSheet } from "../chat/forwarding/ForwardSheet.tsx";
import styles from "./SendCard.module.css";

/** Asks to which chats the card of the meeting goes, and says what became of it. */
export function SendCardButton({ roomID }: { roomID: string }) {
  const { t } = useText();
  const send = useSend(useMeetingInvitation());
  const name = useSelector(
    useSession(),
    (session) => session?.context.profile?.nickname || session?.context.userID || "",
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
      <Progress roomID={roomID} />
    </>
  );
}

/** Cards that are not at the server stay in the outbox: they are sent when the user is online, or have failed. */
function Progress({ roomID }: { roomID: string }) {
  const { t } = useText();
  const invitation = useMeetingInvitation();
  const send = useSend(invitation);
  const isOnline = useSelector(useConnection(), (snapshot) => snapshot?.hasTag("online") ?? false);
  const { status, failed } = useSelector(
    invitation,
    (snapshot) =>
      snapshot
        ? cardProgress(snapshot.context, { roomID, isOnline, isJust: snapshot.matches({ progress: "sent" }) })
        : NONE,
    shallowEqual,
  );
  return (
    <>
      <p role="status" className={styles.progress}>
        {status && t(`meeting.${status}`)}
      </p>
      {failed > 0 && (
        <div className={styles.failure}>
          <p role="alert">{t("meeting.cardMissed", { count: failed })}</p>
          <Button variant="text" onClick={() => send({ type: "user.resendMeeting", roomID })}>
            {t("common.retry")}
          </Button>
        </div>
      )}
    </>
  );
}

const NONE: CardProgress = { status: null, failed: 0 };

/** The choice of chats. Beside the sheet with the button, not in it. */
export function SendCardSheet({ container }: { container: RefObject<HTMLElement | null> }) {
  const invitation = useMeetingInvitation();
  const send = useSend(invitation);
  const forwarding = useSelector(invitation, (snapshot) => snapshot?.children.forwarding);
  const naming = useNaming(null);
  useEffect(() => () => send({ type: "user.closeSending" }), [send]);
  return <ForwardSheet forwarding={forwarding} naming={naming} container={container} />;
}
