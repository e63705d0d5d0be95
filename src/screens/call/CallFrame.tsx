import { Dialog } from "@base-ui/react/dialog";
import { type CSSProperties, type ReactNode, type RefObject, useRef, useState } from "react";
import { cx } from "../../components/cx.ts";
import { mayTakeFocus } from "../../components/focus.ts";
import { TapShield } from "../../components/TapShield.tsx";
import {
  BADGE,
  badgePoint,
  cornerPoint,
  DOCK,
  FLOATING,
  type Point,
  type Size,
  shrunkInto,
} from "./badgeGeometry.ts";
import styles from "./CallDialog.module.css";
import { CallWindowContext, type CallWindowState } from "./useCallWindow.ts";
import { useKeptFocus, useLostFocus } from "./useLostFocus.ts";
import { FrameWidth, useViewport } from "./useViewport.ts";

export interface CallFrameProps {
  /** Its name for a screen reader. */
  label: string;
  frame: CallWindowState;
  /** Whether it rings, or is the lobby of a meeting. The buttons of the call then lie where the answer was tapped. */
  isAsking: boolean;
  /** Called by Escape and by going back. */
  onClose: () => void;
  /** Sheets of the call open inside the popup. */
  children: (popup: RefObject<HTMLElement | null>) => ReactNode;
}

/**
 * The call in full: dark in both themes, above everything else (2-101, 9-09). It traps and restores the focus. It
 * shrinks into its badge, window or column, and grows out of them (11-56). Or the call as a column beside the chat
 * (11-21): the page stays usable.
 */
export function CallFrame({ label, frame, isAsking, onClose, children }: CallFrameProps) {
  const popup = useRef<HTMLDivElement>(null);
  useKeptFocus(popup, frame.place === "full");
  const viewport = useViewport();
  const { point, size } = smallPart(frame, viewport);
  const at: CSSProperties & { "--shrunk": string } = { "--shrunk": shrunkInto(point, viewport, size) };
  return (
    <CallWindowContext value={frame}>
      <Dialog.Root
        open={frame.place === "full"}
        disablePointerDismissal
        onOpenChange={(open) => open || onClose()}
      >
        <Dialog.Portal>
          <Dialog.Popup
            ref={popup}
            className={styles.call}
            aria-label={label}
            initialFocus={() => mayTakeFocus() && popup.current}
            finalFocus={frame.openedBy ?? true}
            data-from-badge={frame.openedBy ? "" : undefined}
            style={at}
          >
            {children(popup)}
            <AnswerShield isAsking={isAsking} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {frame.place === "docked" && <Column label={label}>{children}</Column>}
    </CallWindowContext>
  );
}

/** The dialog creates it again when a small call opens, which needs no shield. */
function AnswerShield({ isAsking }: Pick<CallFrameProps, "isAsking">) {
  const [hasAsked, setHasAsked] = useState(isAsking);
  if (isAsking && !hasAsked) setHasAsked(true);
  return hasAsked && !isAsking && <TapShield />;
}

function Column({ label, children }: Pick<CallFrameProps, "label" | "children">) {
  const column = useRef<HTMLElement>(null);
  useLostFocus(column);
  return (
    <section ref={column} className={cx(styles.call, styles.docked)} aria-label={label} tabIndex={-1}>
      <FrameWidth value={DOCK}>{children(column)}</FrameWidth>
    </section>
  );
}

/** Where the call in full shrinks to. */
function smallPart(
  { place, badge, floating }: CallWindowState,
  viewport: Size,
): { point: Point; size: Size } {
  switch (place) {
    case "docked":
      return { point: { x: viewport.width - DOCK, y: 0 }, size: { width: DOCK, height: viewport.height } };
    case "floating":
      return { point: cornerPoint(floating.corner, viewport), size: FLOATING };
    default:
      return { point: badgePoint(badge.place, viewport), size: BADGE };
  }
}
