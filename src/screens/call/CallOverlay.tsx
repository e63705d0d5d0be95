import { shallowEqual, useSelector } from "@xstate/react";
import { useMemo, useRef, useState } from "react";
import { useLayer } from "../../components/layers.ts";
import { type CallActor, type CallManagerActor, useCall, useSend } from "../../shell/actors.tsx";
import { useIsOnline } from "../../shell/presence.ts";
import type { Point } from "./badgeGeometry.ts";
import { CallBadge } from "./CallBadge.tsx";
import { CallDialog } from "./CallDialog.tsx";
import { type CallView, callView } from "./callView.ts";

/** The current call: full screen, or a badge that can be moved (2-101, 2-118). */
export default function CallOverlay({ callManager }: { callManager: CallManagerActor }) {
  const isMinimised = useSelector(callManager, (snapshot) => snapshot.hasTag("minimised"));
  const call = useCall(callManager);
  const view = useCallView(call);
  const toCallManager = useSend(callManager);
  const toCall = useSend(call);
  const [place, setPlace] = useState<Point | null>(null);
  const badge = useRef<HTMLButtonElement>(null);
  const [isFromBadge, setFromBadge] = useState(false);
  const minimise = () => toCallManager({ type: "user.minimise" });
  // Subscribes to the peer's presence: the invitation is sent again when the peer comes online (R3).
  useIsOnline(view?.phase === "calling" ? view.userID : null);
  useLayer(view !== undefined && !isMinimised, minimise);
  if (!view) return null;
  return (
    <>
      <CallDialog
        view={view}
        isOpen={!isMinimised}
        // After the badge opened the call, the focus returns to the badge.
        finalFocus={isFromBadge ? badge : true}
        onMinimise={minimise}
        onAccept={() => toCall({ type: "user.accept" })}
        onHangUp={() => toCall({ type: "user.hangUp" })}
      />
      {isMinimised && (
        <CallBadge
          ref={badge}
          view={view}
          place={place}
          onMove={setPlace}
          onRestore={() => {
            setFromBadge(true);
            toCallManager({ type: "user.restore" });
          }}
        />
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
