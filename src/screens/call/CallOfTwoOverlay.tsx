import { shallowEqual, useSelector } from "@xstate/react";
import { useMemo } from "react";
import { useLayer } from "../../components/layers.ts";
import { type CallActor, type CallManagerActor, useSend } from "../../shell/actors.tsx";
import { useIsOnline } from "../../shell/presence.ts";
import { CallBadge } from "./CallBadge.tsx";
import { CallDialog } from "./CallDialog.tsx";
import { type CallView, callView } from "./callView.ts";
import { FloatingCall } from "./FloatingCall.tsx";
import { useCallWindow } from "./useCallWindow.ts";
import { useMediaSession } from "./useMediaSession.ts";

export interface CallOfTwoOverlayProps {
  callManager: CallManagerActor;
  call: CallActor | undefined;
}

export function CallOfTwoOverlay({ callManager, call }: CallOfTwoOverlayProps) {
  const view = useCallView(call);
  const toCall = useSend(call);
  const frame = useCallWindow(callManager, view?.phase === "ringing");
  // Subscribes to the peer's presence: the invitation is sent again when the peer comes online (R3).
  useIsOnline(view?.phase === "calling" ? view.userID : null);
  useLayer(view !== undefined && frame.place === "full", frame.minimise);
  const accept = () => toCall({ type: "user.accept" });
  const hangUp = () => toCall({ type: "user.hangUp" });
  useMediaSession({
    isActive: view !== undefined && view.phase !== "ringing",
    isConnected: view?.phase === "connected",
    title: view?.name ?? "",
    room: view?.room,
    hasCamera: view?.mediaType === "video",
    onHangUp: hangUp,
  });
  if (!view) return null;
  return (
    <>
      <CallDialog view={view} frame={frame} onMinimise={frame.minimise} onAccept={accept} onHangUp={hangUp} />
      {frame.place === "badge" && <CallBadge {...frame.badge} view={view} />}
      {frame.place === "floating" && (
        <FloatingCall view={view} frame={frame} onAccept={accept} onHangUp={hangUp} />
      )}
    </>
  );
}

function useCallView(call: CallActor | undefined): CallView | undefined {
  const talk = useSelector(call, (snapshot) => snapshot?.children.callRoom);
  const room = useSelector(talk, (snapshot) => snapshot?.children.mediaSession);
  const isPeerAway = useSelector(talk, (snapshot) => snapshot?.hasTag("peerAway") ?? false);
  const view = useSelector(call, callView, shallowEqual);
  return useMemo(() => view && { ...view, room, isPeerAway }, [view, room, isPeerAway]);
}
