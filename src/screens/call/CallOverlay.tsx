import { shallowEqual, useSelector } from "@xstate/react";
import { useRef, useState } from "react";
import { type PhoneActor, useSend } from "../../app/actors.tsx";
import { useLayer } from "../../components/layers.ts";
import type { Point } from "./badgeGeometry.ts";
import { CallBadge } from "./CallBadge.tsx";
import { CallDialog } from "./CallDialog.tsx";
import { calleeView, callerView } from "./callView.ts";

/** The call that is on: the whole screen, or a badge one can push about (2-101, 2-118). */
export default function CallOverlay({ phone }: { phone: PhoneActor }) {
  const isMinimised = useSelector(phone, (snapshot) => snapshot.matches({ window: "minimised" }));
  const caller = useSelector(phone, ({ children }) => children.caller);
  const callee = useSelector(phone, ({ children }) => children.callee);
  const outgoing = useSelector(caller, callerView, shallowEqual);
  const incoming = useSelector(callee, calleeView, shallowEqual);
  const toPhone = useSend(phone);
  const toCaller = useSend(caller);
  const toCallee = useSend(callee);
  const [place, setPlace] = useState<Point | null>(null);
  const badge = useRef<HTMLButtonElement>(null);
  const [isFromBadge, setFromBadge] = useState(false);
  const view = outgoing ?? incoming;
  const minimise = () => toPhone({ type: "user.minimise" });
  useLayer(view !== undefined && !isMinimised, minimise);
  if (!view) return null;
  return (
    <>
      <CallDialog
        view={view}
        isOpen={!isMinimised}
        // Whoever came from the badge goes back to it, anybody else to what had the focus before the call.
        finalFocus={isFromBadge ? badge : true}
        onMinimise={minimise}
        onAccept={() => toCallee({ type: "user.accept" })}
        onHangUp={() => {
          toCaller({ type: "user.hangUp" });
          toCallee({ type: "user.hangUp" });
        }}
      />
      {isMinimised && (
        <CallBadge
          ref={badge}
          view={view}
          place={place}
          onMove={setPlace}
          onRestore={() => {
            setFromBadge(true);
            toPhone({ type: "user.restore" });
          }}
        />
      )}
    </>
  );
}
