import { useSelector } from "@xstate/react";
import { Suspense, useState } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { LayerFailure } from "../components/LazyLayer.tsx";
import { lazily } from "../components/lazily.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useGallery, useSend } from "./actors.tsx";
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
  const { t } = useText();
  const send = useSend(gallery);
  const [attempt, setAttempt] = useState(0);
  if (!gallery || !isOpen) return null;
  const retry = () => setAttempt(attempt + 1);
  const close = () => send({ type: "user.closeGallery" });
  return (
    <ErrorBoundary
      resetKey={attempt}
      fallback={<LayerFailure title={t("common.cannotShow")} onRetry={retry} onClose={close} />}
    >
      <Suspense fallback={<div className={styles.waiting} />}>
        <GalleryOverlay gallery={gallery} />
      </Suspense>
    </ErrorBoundary>
  );
}
