import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useId, useRef } from "react";
import { useText } from "../../i18n/TextProvider.tsx";
import { badgePoint, clampPoint, isDrag, keyStep, moved, type Point, restingPoint } from "./badgeGeometry.ts";
import styles from "./CallBadge.module.css";
import { Picture, type PictureProps } from "./Picture.tsx";
import { useViewport } from "./useViewport.ts";

export interface BadgeFrameProps {
  /** An avatar above the words, or a `BadgePicture` behind them. */
  picture: ReactNode;
  words: ReactNode;
  isAway?: boolean | undefined;
  /** Null until the user moves the badge. */
  place: Point | null;
  onMove: (place: Point) => void;
  onRestore: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** A minimised call: lies above everything, can be dragged, and opens the call (2-113 to 2-120). */
export function BadgeFrame(props: BadgeFrameProps) {
  const { picture, words, isAway = false, place, onMove, onRestore, ref } = props;
  const { t } = useText();
  const viewport = useViewport();
  const id = useId();
  const drag = useRef<{ pointer: Point; badge: Point; last: Point } | null>(null);
  const wasDragged = useRef(false);
  const at = badgePoint(place, viewport);

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    wasDragged.current = false;
    if (!event.isPrimary || event.button !== 0) return;
    drag.current = { pointer: pointOf(event), badge: at, last: at };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    if (!drag.current || !event.isPrimary) return;
    const { pointer, badge } = drag.current;
    const to = pointOf(event);
    if (!wasDragged.current && !isDrag(pointer, to)) return;
    wasDragged.current = true;
    drag.current.last = clampPoint(moved(badge, { x: to.x - pointer.x, y: to.y - pointer.y }), viewport);
    onMove(drag.current.last);
  };

  const release = () => {
    if (drag.current && wasDragged.current) onMove(restingPoint(drag.current.last, viewport));
    drag.current = null;
  };

  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    wasDragged.current = false;
    const step = keyStep(event.key);
    if (!step) return;
    event.preventDefault();
    onMove(clampPoint(moved(at, step), viewport));
  };

  return (
    <button
      ref={ref}
      type="button"
      className={styles.badge}
      style={{ transform: `translate3d(${at.x}px, ${at.y}px, 0)` }}
      aria-label={t("rtc.returnToCall")}
      aria-describedby={id}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={press}
      onClick={() => {
        if (wasDragged.current) wasDragged.current = false;
        else onRestore();
      }}
    >
      {picture}
      <span id={id} className={styles.words} data-away={isAway || undefined}>
        {words}
      </span>
    </button>
  );
}

export function BadgePicture(props: Pick<PictureProps, "userID" | "source" | "isMirrored">) {
  return <Picture {...props} className={styles.picture} />;
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}
