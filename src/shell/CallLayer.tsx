import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { TriangleAlert } from "../components/icons.ts";
import { lazily } from "../components/lazily.ts";
import { useText } from "../i18n/TextProvider.tsx";
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

/** The overlay of the current call, above every screen (2-07). Its code is loaded on demand. */
export default function CallLayer() {
  const callManager = useCallManager();
  const isEngaged = useSelector(callManager, (snapshot) => snapshot?.hasTag("engaged") ?? false);
  if (!callManager || !isEngaged) return null;
  return (
    <ErrorBoundary fallback={<Undrawable callManager={callManager} />}>
      <Suspense fallback={null}>
        <CallOverlay callManager={callManager} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The call overlay failed to render, but the user can still end the call. */
function Undrawable({ callManager }: { callManager: CallManagerActor }) {
  const { t } = useText();
  const toCall = useSend(useCall(callManager));
  const toGroupCall = useSend(useGroupCall(callManager));
  const toMeeting = useSend(useMeeting(callManager));
  const hangUp = () => {
    toCall({ type: "user.hangUp" });
    toGroupCall({ type: "user.hangUp" });
    toMeeting({ type: "user.hangUp" });
  };
  return (
    <div role="alertdialog" aria-modal="true" aria-label={t("common.call")} className={styles.undrawable}>
      <EmptyState
        icon={TriangleAlert}
        text={t("common.cannotShow")}
        action={{ label: t("common.hangUp"), onClick: hangUp }}
      />
    </div>
  );
}
