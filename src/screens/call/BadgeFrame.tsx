import { type ReactNode, type Ref, useId } from "react";
import { useText } from "../../i18n/TextProvider.tsx";
import { badgePoint, clampPoint, keyStep, moved, type Point, restingPoint } from "./badgeGeometry.ts";
import styles from "./CallBadge.module.css";
import { Picture, type PictureProps } from "./Picture.tsx";
import { useDrag } from "./useDrag.ts";
import { useViewport } from "./useViewport.ts";

export interface BadgeFrameProps {
  /** An avatar above the words, or a `BadgePicture` behind them. */
  picture: ReactNode;
  words: ReactNode;
  isAway?: boolean | undefined;
  /** What a press does, for a screen reader; "Return to call" by default. */
  returnLabel?: string | undefined;
  /** Null until the user moves the badge. */
  place: Point | null;
  onMove: (place: Point) => void;
  onRestore: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** A minimised call in a phone-sized window: lies above everything, can be dragged, and opens the call (2-113 to 2-120). */
export function BadgeFrame(props: BadgeFrameProps) {
  const { picture, words, isAway = false, returnLabel, place, onMove, onRestore, ref } = props;
  const { t } = useText();
  const viewport = useViewport();
  const id = useId();
  const at = badgePoint(place, viewport);
  const handlers = useDrag({
    at,
    onMove: (to) => onMove(clampPoint(to, viewport)),
    onRelease: (last) => onMove(restingPoint(clampPoint(last, viewport), viewport)),
    onPress: onRestore,
    onKey: (key) => {
      const step = keyStep(key);
      if (step) onMove(clampPoint(moved(at, step), viewport));
      return step !== null;
    },
  });

  return (
    <button
      ref={ref}
      type="button"
      className={styles.badge}
      style={{ translate: `${at.x}px ${at.y}px` }}
      aria-label={returnLabel ?? t("rtc.returnToCall")}
      aria-describedby={id}
      {...handlers}
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
