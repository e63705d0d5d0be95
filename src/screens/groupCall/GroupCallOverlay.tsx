import { shallowEqual, useSelector } from "@xstate/react";
import { useMemo } from "react";
import { useLayer } from "../../components/layers.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type CallManagerActor, type GroupCallActor, useNavigation, useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { phaseOf } from "../call/phase.ts";
import { useCallWindow } from "../call/useCallWindow.ts";
import { useMediaSession } from "../call/useMediaSession.ts";
import { callMembersPath } from "../group/place.ts";
import { FloatingGroupCall } from "./FloatingGroupCall.tsx";
import { GroupBadge } from "./GroupBadge.tsx";
import { GroupCallDialog } from "./GroupCallDialog.tsx";
import { type GroupCallActions, type GroupCallPhase, type GroupCallView, namesIn } from "./groupCallView.ts";
import { useChatDraft } from "./useChatDraft.ts";
import { type KnownUser, useRoomActions, useRoomOfMany } from "./useRoomOfMany.ts";

export interface GroupCallOverlayProps {
  callManager: CallManagerActor;
  call: GroupCallActor;
}

const PHASES = ["connected", "calling", "ringing"] as const satisfies readonly GroupCallPhase[];

/** A call in a group: ringing, calling, connected, or as a badge. */
export function GroupCallOverlay({ callManager, call }: GroupCallOverlayProps) {
  const { t } = useText();
  const toCall = useSend(call);
  const toNavigation = useSend(useNavigation());
  const view = useView(call);
  const frame = useCallWindow(callManager, view.phase === "ringing");
  const { groupID, mediaType } = view;
  const draft = useChatDraft(view.roomID);
  const hangUp = () => toCall({ type: "user.hangUp" });
  useLayer(frame.place === "full", frame.minimise);
  useMediaSession({
    isActive: view.phase !== "ringing",
    isConnected: view.phase === "connected",
    title: view.title,
    people: namesIn(view, t),
    room: view.room,
    hasCamera: true,
    onHangUp: hangUp,
  });
  const actions: GroupCallActions = {
    ...useRoomActions(call),
    accept: () => toCall({ type: "user.accept" }),
    hangUp,
    minimise: frame.minimise,
    ringAgain: (userID) => {
      const person = view.people.find((one) => one.userID === userID);
      if (!person) return;
      // The shown name may be this user's private one. The call loads the names that it does not know.
      const userInfo = { userID, nickname: "", faceURL: person.faceURL, ex: "" };
      toCall({ type: "user.invite", people: [{ userInfo }] });
    },
    addPeople: () => {
      if (frame.place === "full") frame.minimise();
      toNavigation({ type: "user.navigate", to: callMembersPath(groupID, mediaType) });
    },
  };
  return (
    <>
      <GroupCallDialog view={view} lobby={null} actions={actions} draft={draft} frame={frame} />
      {frame.place === "badge" && <GroupBadge {...frame.badge} view={view} />}
      {frame.place === "floating" && <FloatingGroupCall view={view} frame={frame} actions={actions} />}
    </>
  );
}

function useView(call: GroupCallActor): GroupCallView {
  const { canShareScreen } = useOutside();
  const { group, inviter, people, invitation, startedAt } = useSelector(
    call,
    ({ context }) => ({
      group: context.group,
      inviter: context.inviter,
      people: context.people,
      invitation: context.invitation,
      startedAt: context.startedAt,
    }),
    shallowEqual,
  );
  const phase = useSelector(call, (snapshot) => phaseOf(snapshot, PHASES));
  const known = useMemo((): readonly KnownUser[] => {
    const hasInviter = people.some(({ user }) => user.userID === inviter.userID);
    // Before this user is in, the room has not said who is.
    if (hasInviter || phase === "connecting") return people;
    return [{ user: inviter, status: "left" }, ...people];
  }, [people, inviter, phase]);
  const room = useRoomOfMany(call, known, group.groupID);
  return {
    ...room,
    kind: "group",
    phase,
    roomID: invitation.roomID,
    mediaType: invitation.mediaType,
    title: group.name,
    faceURL: group.faceURL,
    groupID: group.groupID,
    link: "",
    isEncrypted: false,
    canShare: canShareScreen(),
    inviterID: inviter.userID,
    startedAt,
  };
}
