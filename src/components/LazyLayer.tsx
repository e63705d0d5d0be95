import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useText } from "../i18n/TextProvider.tsx";
import { Button } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { mayTakeFocus } from "./focus.ts";
import { TriangleAlert } from "./icons.ts";
import styles from "./LazyLayer.module.css";
import { useLayer } from "./layers.ts";

export interface LazyLayerProps {
  open: boolean;
  onClose: () => void;
  /** Accessible name. */
  title: string;
  /** Portal target of the error, the page by default. */
  container?: RefObject<HTMLElement | null> | undefined;
  /** The sheet or menu. Its code loads when it first opens, and again on Retry or the next opening if that fails. */
  children: ReactNode;
}

/** A sheet or menu whose code may not be there yet. If it cannot be fetched, the screen behind it stays. */
export function LazyLayer({ open, onClose, title, container, children }: LazyLayerProps) {
  const [wasOpen, setWasOpen] = useState(open);
  const [attempt, setAttempt] = useState(0);
  useLayer(open, onClose);
  if (open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  const retry = () => setAttempt(attempt + 1);
  const failure = open && (
    <LayerFailure title={title} onRetry={retry} onClose={onClose} container={container} />
  );
  return (
    <ErrorBoundary resetKey={`${attempt}${open}`} fallback={failure}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

export interface LayerFailureProps extends Omit<LazyLayerProps, "open" | "children"> {
  onRetry: () => void;
}

/** In place of a layer that cannot be shown. */
export function LayerFailure({ title, onRetry, onClose, container }: LayerFailureProps) {
  const { t } = useText();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (mayTakeFocus()) panel.current?.focus();
    const place = panel.current?.parentElement;
    const behind = [...(place?.parentElement?.children ?? [])].filter(
      (other) => other !== place && !other.hasAttribute("inert"),
    );
    for (const other of behind) other.toggleAttribute("inert", true);
    return () => {
      for (const other of behind) other.toggleAttribute("inert", false);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return createPortal(
    <div className={styles.place}>
      <div
        ref={panel}
        role="alertdialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
        className={styles.panel}
        onKeyDown={({ key }) => key === "Escape" && onClose()}
      >
        <EmptyState
          icon={TriangleAlert}
          text={t("common.cannotShow")}
          action={{ label: t("common.retry"), onClick: onRetry }}
        />
        <Button variant="secondary" block onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </div>,
    container?.current ?? document.body,
  );
}
