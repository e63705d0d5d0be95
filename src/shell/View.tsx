import { Activity, type ReactNode, useEffect, useRef, useState } from "react";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { mayTakeFocus } from "../components/focus.ts";
import { TriangleAlert } from "../components/icons.ts";
import { forgetFailures } from "../components/lazily.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { useKeptScroll } from "./scrolling.ts";
import styles from "./View.module.css";

export interface ViewProps {
  /** A hidden view keeps its state, scroll position and focus. */
  visible: boolean;
  children: ReactNode;
}

/** A screen that stays alive while another one is in front. */
export function View({ visible, children }: ViewProps) {
  return (
    <Activity mode={visible ? "visible" : "hidden"}>
      <Frame>{children}</Frame>
    </Activity>
  );
}

/** Takes focus when it comes to the front, and restores the previous focus inside. */
function Frame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<HTMLElement | null>(null);
  useKeptScroll(frame);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (!element.contains(document.activeElement) && mayTakeFocus()) {
      const last = lastFocused.current;
      const isGone = !last?.isConnected || opensKeyboard(last);
      (isGone ? element : last).focus({ preventScroll: true });
    }
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) lastFocused.current = target;
    };
    element.addEventListener("focusin", remember);
    return () => element.removeEventListener("focusin", remember);
  }, []);

  return (
    <div ref={frame} className={styles.view} tabIndex={-1}>
      <Region>{children}</Region>
    </div>
  );
}

/** An error boundary: a render error does not affect other screens (8-35), and the user can retry. */
export function Region({ children }: { children: ReactNode }) {
  const [attempt, setAttempt] = useState(0);
  const { t } = useText();
  const retry = { label: t("common.retry"), onClick: () => setAttempt(attempt + 1) };
  return (
    <ErrorBoundary
      resetKey={attempt}
      onError={forgetFailures}
      fallback={<EmptyState icon={TriangleAlert} text={t("common.cannotShow")} action={retry} />}
    >
      {children}
    </ErrorBoundary>
  );
}

/** Restoring focus to a text field would open the phone's keyboard (10-03). */
function opensKeyboard(element: HTMLElement): boolean {
  return element.matches("input, textarea, [contenteditable]");
}
