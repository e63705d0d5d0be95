import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { TriangleAlert } from "../components/icons.ts";
import { lazily } from "../components/lazily.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { type GalleryActor, useGallery, useSend } from "./actors.tsx";
import styles from "./GalleryLayer.module.css";

const { Component: GalleryOverlay, load: loadOverlay } = lazily(
  () => import("../screens/gallery/GalleryOverlay.tsx"),
);

/** Preloads the gallery, so that the first picture opens at once. */
export function preloadGallery(): void {
  loadOverlay().catch(() => {
    // The first picture loads it again and reports an error.
  });
}

/** The open picture or video, above every screen. */
export default function GalleryLayer() {
  const gallery = useGallery();
  const isOpen = useSelector(gallery, (snapshot) => snapshot?.matches("open") ?? false);
  if (!gallery || !isOpen) return null;
  return (
    <ErrorBoundary fallback={<Undrawable gallery={gallery} />}>
      <Suspense fallback={<div className={styles.waiting} />}>
        <GalleryOverlay gallery={gallery} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The gallery failed to render, but the user can still close it. */
function Undrawable({ gallery }: { gallery: GalleryActor }) {
  const { t } = useText();
  const send = useSend(gallery);
  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-label={t("common.cannotShow")}
      className={styles.undrawable}
    >
      <EmptyState
        icon={TriangleAlert}
        text={t("common.cannotShow")}
        action={{ label: t("common.back"), onClick: () => send({ type: "user.closeGallery" }) }}
      />
    </div>
  );
}
