import { shallowEqual, useSelector } from "@xstate/react";
import { canJoin, mayEncrypt } from "../../../machines/calls/meeting.ts";
import { useLayer } from "../../components/layers.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type CallManagerActor, type MeetingActor, useSend, useSession } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { phaseOf } from "../call/phase.ts";
import { useCallWindow } from "../call/useCallWindow.ts";
import { useMediaSession } from "../call/useMediaSession.ts";
import { FloatingGroupCall } from "../groupCall/FloatingGroupCall.tsx";
import { GroupBadge } from "../groupCall/GroupBadge.tsx";
import { GroupCallDialog } from "../groupCall/GroupCallDialog.tsx";
import {
  type GroupCallActions,
  type GroupCallPhase,
  type GroupCallView,
  namesIn,
} from "../groupCall/groupCallView.ts";
import { useChatDraft } from "../groupCall/useChatDraft.ts";
import { type KnownUser, useRoomActions, useRoomOfMany } from "../groupCall/useRoomOfMany.ts";
import type { LobbyActions } from "./LobbyScene.tsx";

export interface MeetingOverlayProps {
  callManager: CallManagerActor;
  meeting: MeetingActor;
}

const PHASES = ["connected", "lobby"] as const satisfies readonly GroupCallPhase[];
const NOBODY: readonly KnownUser[] = [];

/** A meeting: its lobby, the meeting itself, or its badge. */
export function MeetingOverlay({ callManager, meeting }: MeetingOverlayProps) {
  const { t } = useText();
  const toMeeting = useSend(meeting);
  const frame = useCallWindow(callManager, false);
  const view = useView(meeting);
  const draft = useChatDraft(view.roomID);
  const lobby = useSelector(
    meeting,
    ({ context }) => ({
      camera: context.camera,
      microphone: context.microphone,
      isEncrypted: context.isEncrypted,
      mayEncrypt: mayEncrypt(context),
      canJoin: canJoin(context),
      isKeyLost: context.isKeyLost,
    }),
    shallowEqual,
  );
  const session = useSession();
  const userID = useSelector(session, (snapshot) => snapshot?.context.userID ?? "");
  const name = useSelector(session, (snapshot) => snapshot?.context.profile?.nickname || userID);
  const faceURL = useSelector(session, (snapshot) => snapshot?.context.profile?.faceURL ?? "");
  const isLobby = view.phase === "lobby";
  const hangUp = () => toMeeting({ type: "user.hangUp" });
  useLayer(frame.place === "full", isLobby ? hangUp : frame.minimise);
  useMediaSession({
    isActive: !isLobby,
    isConnected: view.phase === "connected",
    title: t("meeting.title"),
    people: namesIn(view, t),
    room: view.room,
    hasCamera: true,
    onHangUp: hangUp,
  });
  const lobbyActions: LobbyActions = {
    join: () => toMeeting({ type: "user.join" }),
    cancel: hangUp,
    setDevice: (source, on) => toMeeting({ type: "user.setDevice", source, on }),
    setEncryption: (on) => toMeeting({ type: "user.setEncryption", on }),
  };
  const actions: GroupCallActions = {
    ...useRoomActions(meeting),
    accept: () => {},
    hangUp,
    minimise: frame.minimise,
    ringAgain: () => {},
    addPeople: () => {},
  };
  return (
    <>
      <GroupCallDialog
        view={view}
        lobby={isLobby ? { ...lobby, roomID: view.roomID, name, faceURL, actions: lobbyActions } : null}
        actions={actions}
        draft={draft}
        frame={frame}
      />
      {frame.place === "badge" && (
        <GroupBadge {...frame.badge} view={{ ...view, title: t("meeting.title") }} />
      )}
      {frame.place === "floating" && <FloatingGroupCall view={view} frame={frame} actions={actions} />}
    </>
  );
}

function useView(meeting: MeetingActor): GroupCallView {
  const { canShareScreen, meetingLink } = useOutside();
  const { roomID, startedAt, isEncrypted } = useSelector(meeting, ({ context }) => context);
  const phase = useSelector(meeting, (snapshot) => phaseOf(snapshot, PHASES));
  const room = useRoomOfMany(meeting, NOBODY, "");
  return {
    ...room,
    kind: "meeting",
    phase,
    roomID,
    mediaType: "video",
    title: "",
    faceURL: "",
    groupID: "",
    link: meetingLink(roomID),
    isEncrypted,
    canShare: canShareScreen(),
    inviterID: "",
    startedAt,
  };
}
