import { useMemo } from "react";
import { CALLER_ENDS, toastOf } from "../../../machines/calls/call-rules.ts";
import type { Language } from "../../../machines/domain/language.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { Phone, TriangleAlert } from "../../components/icons.ts";
import { NavBar } from "../../components/NavBar.tsx";
import { Toast } from "../../components/Toast.tsx";
import { toastText } from "../../i18n/failures.ts";
import { TextProvider, useText } from "../../i18n/TextProvider.tsx";
import { CallOfTwoOverlay } from "../../screens/call/CallOfTwoOverlay.tsx";
import { AppProvider, type CallManagerActor, useCall } from "../../shell/actors.tsx";
import { type Outside, OutsideProvider } from "../../shell/outside.tsx";
import type { Still } from "../playback/still.ts";
import { duoTexts } from "../texts.ts";
import styles from "./PhoneScreen.module.css";
import { restoreApp, restoreCall } from "./restored.ts";

/** What a phone shows at a moment of a recording: the app's own screens of a call, or that there is none. */
export function PhoneScreen({ still, language }: { still: Still; language: Language }) {
  const app = useMemo(() => restoreApp(still, language), [still, language]);
  const callManager = useMemo(() => callManagerOf(still), [still]);
  const texts = duoTexts(language);
  const { shows, now } = still;
  const notDrawn = <EmptyState icon={TriangleAlert} text={texts.notDrawn} />;
  return (
    <AppProvider app={app}>
      <TextProvider language={language}>
        <OutsideProvider outside={NOTHING_OUTSIDE}>
          <div className={styles.page}>
            <NavBar title={still.name} />
            {callManager === "unknown" ? notDrawn : <EmptyState icon={Phone} text={texts.noCall} />}
          </div>
          {shows.what === "rest" && shows.ended && <EndToast ended={shows.ended} now={now} />}
          {callManager !== null && callManager !== "unknown" && (
            <ErrorBoundary resetKey={now} fallback={<div className={styles.broken}>{notDrawn}</div>}>
              <div className={styles.behind} />
              <Call callManager={callManager} />
            </ErrorBoundary>
          )}
        </OutsideProvider>
      </TextProvider>
    </AppProvider>
  );
}

/** Returns null without a call, and "unknown" for a call that cannot be drawn. */
function callManagerOf({ shows }: Still): CallManagerActor | "unknown" | null {
  if (shows.what === "rest") return null;
  if (shows.what === "other") return "unknown";
  try {
    return restoreCall(shows);
  } catch {
    return "unknown";
  }
}

function Call({ callManager }: { callManager: CallManagerActor }) {
  return <CallOfTwoOverlay callManager={callManager} call={useCall(callManager)} />;
}

type Ended = NonNullable<Extract<Still["shows"], { what: "rest" }>["ended"]>;

/** What the user reads after a call that ended without the user's action. */
function EndToast({ ended, now }: { ended: Ended; now: number }) {
  const { t } = useText();
  const { startedAt, isOutgoing } = ended;
  const reason = CALLER_ENDS.find((one) => one === ended.reason);
  const toast = reason && toastOf({ reason, failure: null, startedAt, endedAt: now }, isOutgoing);
  return toast ? <Toast tone={toast.tone}>{toastText(t, toast)}</Toast> : null;
}

const nothing = () => {};
const none = () => nothing;

/** A played phone has no camera, no sound and no network. */
const NOTHING_OUTSIDE: Outside = {
  showVideo: none,
  showScan: none,
  showPreview: none,
  watchMicrophone: none,
  watchBlur: none,
  setBlur: nothing,
  canShareScreen: () => false,
  meetingLink: () => "",
  takeMeetingKey: (link) => link,
  watchCameras: none,
  unlockSound: nothing,
  signInDrawn: nothing,
  whenIdle: none,
  sources: {
    srcOf: () => null,
    foreignHostOf: () => null,
    load: async () => false,
    refusalOf: async () => null,
    subscribe: none,
  },
};
