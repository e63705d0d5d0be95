import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useState } from "react";
import { useSearch } from "wouter";
import { meetingPath, readMeeting } from "../../../machines/domain/meeting-link.ts";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Video } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useCallManager, useMeeting, useNavigation, useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import styles from "./MeetingScreen.module.css";

/**
 * The page of a meeting. It opens the lobby, which is a layer above it, and is what remains when the user has left.
 * Without an id it makes a new meeting (11-41).
 */
export default function MeetingScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const given = new URLSearchParams(useSearch()).get("roomID");
  const back = () => toNavigation({ type: "user.back" });
  const roomID = given === null ? null : readMeeting(given);
  return (
    <Screen sunken bar={<NavBar title={t("meeting.title")} start={<BackButton onClick={back} />} />}>
      {given !== null && roomID === null ? (
        <EmptyState
          icon={Video}
          text={t("meeting.missing")}
          action={{ label: t("common.back"), onClick: back }}
        />
      ) : (
        <Meeting roomID={roomID} onBack={back} />
      )}
    </Screen>
  );
}

function Meeting({ roomID, onBack }: { roomID: string | null; onBack: () => void }) {
  const { t } = useText();
  const callManager = useCallManager();
  const send = useSend(callManager);
  const toNavigation = useSend(useNavigation());
  const { unlockSound } = useOutside();
  const [hasOpened, setHasOpened] = useState(false);
  const [wasIn, setWasIn] = useState(false);
  const isFree = useSelector(callManager, (snapshot) => snapshot?.hasTag("engaged") === false);
  const openID = useSelector(callManager, (snapshot) => snapshot?.context.meetingID ?? null);
  const isOver = useSelector(
    callManager,
    (snapshot) => roomID !== null && snapshot?.context.overMeetingID === roomID,
  );
  const meeting = useMeeting(callManager);
  const isConnected = useSelector(meeting, (snapshot) => snapshot?.hasTag("connected") ?? false);
  const isInLobby = useSelector(meeting, (snapshot) => snapshot?.hasTag("lobby") ?? false);
  const isHere = openID !== null && (openID === roomID || (roomID === null && hasOpened));
  if (isHere && !hasOpened) setHasOpened(true);
  if (isHere && isConnected && !wasIn) setWasIn(true);

  useEffect(() => {
    if (hasOpened || !callManager) return;
    setHasOpened(true);
    if (isFree) send({ type: "user.openMeeting", roomID });
  }, [hasOpened, callManager, isFree, send, roomID]);

  // A new meeting has its id now. The address then leads others, and this user after leaving, to the same meeting.
  useEffect(() => {
    if (roomID === null && hasOpened && openID !== null)
      toNavigation({ type: "user.navigate", to: meetingPath(openID), replace: true });
  }, [roomID, hasOpened, openID, toNavigation]);

  // The charts start, or the lobby is about to cover this page.
  if (!hasOpened || (isHere && isInLobby)) return null;
  if (isHere)
    return (
      <End text={t("meeting.isOn")}>
        <Button block onClick={() => send({ type: "user.restore" })}>
          {t("meeting.return")}
        </Button>
      </End>
    );
  return (
    <End
      text={t(isFree ? (isOver ? "meeting.over" : "meeting.ended") : "meeting.busy")}
      hint={isFree && wasIn && !isOver ? t("meeting.rejoinHint") : undefined}
    >
      {isFree && (
        <Button
          block
          onClick={() => {
            unlockSound();
            send({ type: "user.openMeeting", roomID });
          }}
        >
          {t(wasIn ? "meeting.rejoin" : "meeting.joinNow")}
        </Button>
      )}
      <Button variant="secondary" block onClick={onBack}>
        {t("common.back")}
      </Button>
    </End>
  );
}

function End({ text, hint, children }: { text: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <EmptyState icon={Video} text={text} hint={hint} />
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
