import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { TriangleAlert } from "../components/icons.ts";
import { lazily } from "../components/lazily.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { type PhoneActor, useCall, usePhone, useSend } from "./actors.tsx";
import styles from "./CallLayer.module.css";

const { Component: CallOverlay, load: loadOverlay } = lazily(() => import("../screens/call/CallOverlay.tsx"));

/** Fetches what calls are drawn with, so that the first one shows at once. Call it when the page has nothing to do. */
export function preloadCallOverlay(): void {
  loadOverlay().catch(() => {
    // Fetched again with the first call, which says so if it fails.
  });
}

/** The call that is on, over whatever screen is in front (2-07). Its code is fetched when first needed. */
export default function CallLayer() {
  const phone = usePhone();
  const isEngaged = useSelector(phone, (snapshot) => snapshot?.hasTag("engaged") ?? false);
  if (!phone || !isEngaged) return null;
  return (
    <ErrorBoundary fallback={<Undrawable phone={phone} />}>
      <Suspense fallback={null}>
        <CallOverlay phone={phone} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A call that cannot be shown can still be ended. */
function Undrawable({ phone }: { phone: PhoneActor }) {
  const { t } = useText();
  const send = useSend(useCall(phone));
  return (
    <div role="alertdialog" aria-modal="true" aria-label={t("common.call")} className={styles.undrawable}>
      <EmptyState
        icon={TriangleAlert}
        text={t("common.cannotShow")}
        action={{ label: t("common.hangUp"), onClick: () => send({ type: "user.hangUp" }) }}
      />
    </div>
  );
}
