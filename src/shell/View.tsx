import { Activity, type ReactNode, useEffect, useRef, useState } from "react";
import type { Pane } from "../../machines/app/panes.ts";
import { cx } from "../components/cx.ts";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { mayTakeFocus } from "../components/focus.ts";
import { TriangleAlert } from "../components/icons.ts";
import { NavBar } from "../components/NavBar.tsx";
import { AsideContext, Screen } from "../components/Screen.tsx";
import { useText } from "../i18n/TextProvider.tsx";
import { useMover } from "./mover.ts";
import { useKeptScroll } from "./scrolling.ts";
import styles from "./View.module.css";

export interface ViewProps extends Partial<FrameProps> {
  /** A hidden view keeps its state, scroll position and focus. */
  visible: boolean;
  children: ReactNode;
}

interface FrameProps extends Pick<RegionProps, "back"> {
  pane: Pane | null;
  /** Whether the route names this view. Another view may be visible beside it. */
  isInFront: boolean;
  /** Names the part of the window at the left or at the side. */
  label: string;
}

/** A screen that stays alive while another one is in front. */
export function View(props: ViewProps) {
  const { visible, pane = "full", isInFront = visible, label = "", back, children } = props;
  return (
    <Activity mode={visible ? "visible" : "hidden"}>
      <Frame pane={pane} isInFront={isInFront} label={label} back={back}>
        {children}
      </Frame>
    </Activity>
  );
}

/** Takes focus when it comes to the front, and restores the previous focus inside. */
function Frame({ pane, isInFront, label, back, children }: FrameProps & { children: ReactNode }) {
  const isAside = pane === "left" || pane === "side";
  const frame = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<HTMLElement | null>(null);
  useKeptScroll(frame);
  useMover(frame, "screen");

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) lastFocused.current = target;
    };
    element.addEventListener("focusin", remember);
    return () => element.removeEventListener("focusin", remember);
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (!isInFront || !element || element.contains(document.activeElement) || !mayTakeFocus()) return;
    const last = lastFocused.current;
    const isGone = !last?.isConnected || opensKeyboard(last);
    (isGone ? element : last).focus({ preventScroll: true });
  }, [isInFront]);

  return (
    <div
      ref={frame}
      className={cx(styles.view, pane && styles[pane])}
      tabIndex={-1}
      {...(isAside && { role: "region", "aria-label": label })}
    >
      <AsideContext value={isAside}>
        <Region back={back}>{children}</Region>
      </AsideContext>
    </div>
  );
}

export interface RegionProps {
  children: ReactNode;
  /** Whether the children bring their own views: an error is then shown in a view, too. */
  hasViews?: boolean;
  /** At the start of the bar above an error, so that the user can leave the screen. Without it there is no bar. */
  back?: ReactNode;
}

/** An error boundary: a render error does not affect other screens (8-35), and the user can retry. */
export function Region({ children, hasViews = false, back }: RegionProps) {
  const [attempt, setAttempt] = useState(0);
  const { t } = useText();
  const retry = { label: t("common.retry"), onClick: () => setAttempt(attempt + 1) };
  const error = <EmptyState icon={TriangleAlert} text={t("common.cannotShow")} action={retry} />;
  const fallback = back ? <Screen bar={<NavBar title="" start={back} />}>{error}</Screen> : error;
  return (
    <ErrorBoundary resetKey={attempt} fallback={hasViews ? <View visible>{fallback}</View> : fallback}>
      {children}
    </ErrorBoundary>
  );
}

/** Restoring focus to a text field would open the phone's keyboard (10-03). */
function opensKeyboard(element: HTMLElement): boolean {
  return element.matches("input, textarea, [contenteditable]");
}
