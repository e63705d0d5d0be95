import { shallowEqual, useSelector } from "@xstate/react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../components/Button.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { mayTakeFocus } from "../components/focus.ts";
import { Phone, TriangleAlert } from "../components/icons.ts";
import { lazily } from "../components/lazily.ts";
import { TapShield } from "../components/TapShield.tsx";
import { useText } from "../i18n/TextProvider.tsx";
import { callView } from "../screens/call/callView.ts";
import {
  type CallManagerActor,
  useCall,
  useCallManager,
  useGroupCall,
  useMeeting,
  useSend,
} from "./actors.tsx";
import styles from "./CallLayer.module.css";

const { Component: CallOverlay, load: loadOverlay } = lazily(() => import("../screens/call/CallOverlay.tsx"));

/** Preloads the call overlay, so that the first call shows at once. Call it while the page is idle. */
export function preloadCallOverlay(): void {
  loadOverlay().catch(() => {
    // The first call loads it again and reports an error.
  });
}

/**
 * The overlay of the current call, above every screen (2-07). Its code is loaded on demand. After a call that filled the
 * window, a late tap on "Hang up" would hit the newest message, which is the record of the call and calls again.
 */
export default function CallLayer() {
  const callManager = useCallManager();
  const isEngaged = useSelector(callManager, (snapshot) => snapshot?.hasTag("engaged") ?? false);
  const isSmall = useSelector(
    callManager,
    (snapshot) => snapshot?.hasTag("minimised") || snapshot?.hasTag("docked") || false,
  );
  const [wasFull, setWasFull] = useState(false);
  if (isEngaged && wasFull === isSmall) setWasFull(!isSmall);
  const [attempt, setAttempt] = useState(0);
  if (!callManager) return null;
  if (!isEngaged) return wasFull && <TapShield />;
  const retry = () => setAttempt(attempt + 1);
  return (
    <ErrorBoundary resetKey={attempt} fallback={<Undrawn callManager={callManager} onRetry={retry} />}>
      <Suspense fallback={<Undrawn callManager={callManager} />}>
        <CallOverlay callManager={callManager} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface UndrawnProps {
  callManager: CallManagerActor;
  /** Absent while the overlay still loads. */
  onRetry?: () => void;
}

/**
 * The call overlay takes long to load, or failed to load or render. The user sees who calls, can end or decline the
 * call, and can show it again to answer it.
 */
function Undrawn({ callManager, onRetry }: UndrawnProps) {
  const { t } = useText();
  const call = useCall(callManager);
  const toCall = useSend(call);
  const groupCall = useGroupCall(callManager);
  const toGroupCall = useSend(groupCall);
  const meeting = useMeeting(callManager);
  const toMeeting = useSend(meeting);
  const kind = t(meeting ? "meeting.title" : "common.call");
  const view = useSelector(call, callView, shallowEqual);
  const group = useSelector(groupCall, (snapshot) => snapshot?.context);
  const isGroupRinging = useSelector(groupCall, (snapshot) => snapshot?.hasTag("ringing"));
  const isRinging = isGroupRinging || view?.phase === "ringing";
  const isVideo = (view ?? group?.invitation)?.mediaType === "video";
  const incoming = group
    ? t(isVideo ? "groupCall.invitesVideo" : "groupCall.invitesVoice", {
        name: group.inviter.nickname || t("common.someone"),
      })
    : t(isVideo ? "rtc.incomingVideo" : "rtc.incomingVoice");
  const name = group?.group.name ?? view?.name;
  const about = isRinging ? `${name} · ${incoming}` : name;
  const panel = useRef<HTMLDivElement>(null);
  const takeFocus = () => {
    if (mayTakeFocus()) panel.current?.focus();
  };
  useEffect(takeFocus, []);
  const hangUp = () => {
    toCall({ type: "user.hangUp" });
    toGroupCall({ type: "user.hangUp" });
    toMeeting({ type: "user.hangUp" });
  };
  return (
    <div
      ref={panel}
      role="alertdialog"
      aria-modal="true"
      aria-label={kind}
      tabIndex={-1}
      className={onRetry ? styles.undrawn : `${styles.undrawn} ${styles.loading}`}
      onAnimationEnd={takeFocus}
    >
      <EmptyState
        icon={onRetry ? TriangleAlert : Phone}
        text={onRetry ? t("common.cannotShow") : kind}
        hint={about}
        action={onRetry && { label: t("common.retry"), onClick: onRetry }}
      />
      <Button variant="danger" block onClick={hangUp} className={styles.end}>
        {t("common.hangUp")}
      </Button>
    </div>
  );
}
