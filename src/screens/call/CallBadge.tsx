import { type KeyboardEvent, type PointerEvent, type Ref, useId, useRef } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { clampPoint, isDrag, keyStep, moved, type Point, restingPoint, startPoint } from "./badgeGeometry.ts";
import styles from "./CallBadge.module.css";
import { CallTimer } from "./CallTimer.tsx";
import type { CallView } from "./callView.ts";
import { Picture } from "./Picture.tsx";
import { usePeerPicture } from "./roomView.ts";
import { useViewport } from "./useViewport.ts";

export interface CallBadgeProps {
  view: CallView;
  /** Null until the user moves the badge. */
  place: Point | null;
  onMove: (place: Point) => void;
  onRestore: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** A minimised call: lies above everything, can be dragged, and opens the call (2-113 to 2-120). */
export function CallBadge({ view, place, onMove, onRestore, ref }: CallBadgeProps) {
  const { t } = useText();
  const viewport = useViewport();
  const words = useId();
  const drag = useRef<{ pointer: Point; badge: Point; last: Point } | null>(null);
  const wasDragged = useRef(false);
  const source = usePeerPicture(view);
  const at = place ? clampPoint(place, viewport) : startPoint(viewport);

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
      aria-describedby={words}
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
      {source ? (
        <Picture userID={view.userID} source={source} className={styles.picture} />
      ) : (
        <Avatar name={view.name} src={view.faceURL} size={48} radius={24} />
      )}
      <span id={words} className={styles.words} data-away={view.isPeerAway || undefined}>
        {view.startedAt === null ? (
          t("rtc.waiting")
        ) : (
          <>
            <span>{t(view.isPeerAway ? "rtc.trouble" : "rtc.inCall")}</span>
            <CallTimer startedAt={view.startedAt} partedAt={view.partedAt} />
          </>
        )}
      </span>
    </button>
  );
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}
