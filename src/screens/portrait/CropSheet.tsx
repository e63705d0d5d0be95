import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Portrait } from "../../../machines/domain/avatar-image.ts";
import type { PictureRefusal } from "../../../machines/ports/sources.ts";
import { Button } from "../../components/Button.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import { failureText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./CropSheet.module.css";
import { CENTRED, type Placing, placed, type Size, sizeIn, squareUnder, ZOOM_LIMIT } from "./crop.ts";

/** Until the picture is loaded. */
const UNKNOWN: Size = { width: 1, height: 1 };

/** Movement per arrow key, as a fraction of the frame, and zoom factor per + key. */
const STEP = 0.05;
const ZOOM_STEP = 1.15;

export interface CropSheetProps {
  open: boolean;
  url: string;
  refusal: PictureRefusal | null;
  onClose: () => void;
  onPick: (square: Portrait["square"]) => void;
}

/** Moved by touch, mouse or arrow keys. Zoomed by pinch, wheel or slider. */
export function CropSheet({ open, url, refusal, onClose, onPick }: CropSheetProps) {
  const { t } = useText();
  const [failure, setFailure] = useState(refusal);
  return (
    <Sheet open={open} onClose={onClose} title={t("portrait.title")}>
      {failure ? (
        <Refusal failure={failure} onClose={onClose} />
      ) : (
        <Cropper
          url={url}
          onUnreadable={() => setFailure("pictureUnreadable")}
          onPick={(square) => {
            onPick(square);
            onClose();
          }}
        />
      )}
    </Sheet>
  );
}

/** Takes the focus: the control that had it is gone, and the Tab key would lead behind the sheet. */
function Refusal({ failure, onClose }: { failure: PictureRefusal; onClose: () => void }) {
  const { t } = useText();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={styles.cropper}>
      <p role="alert" className={styles.unreadable}>
        {failureText(t, failure)}
      </p>
      <Button ref={button} variant="secondary" block onClick={onClose}>
        {t("common.cancel")}
      </Button>
    </div>
  );
}

interface CropperProps {
  url: string;
  onUnreadable: () => void;
  onPick: (square: Portrait["square"]) => void;
}

function Cropper({ url, onUnreadable, onPick }: CropperProps) {
  const { t } = useText();
  const [picture, setPicture] = useState<Size>(UNKNOWN);
  const [placing, setPlacing] = useState<Placing>(CENTRED);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const place = (change: (now: Placing) => Placing) => setPlacing((now) => placed(picture, change(now)));
  const zoomBy = (factor: number) =>
    place(({ zoom, x, y }) => ({ zoom: zoom * factor, x: x * factor, y: y * factor }));

  const move = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const frame = event.currentTarget.clientWidth;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other) return zoomBy(distance(now, other) / Math.max(distance(before, other), 1));
    place(({ zoom, x, y }) => ({
      zoom,
      x: x + (now.x - before.x) / frame,
      y: y + (now.y - before.y) / frame,
    }));
  };
  const release = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (by) place(({ zoom, x, y }) => ({ zoom, x: x + by[0], y: y + by[1] }));
    else if (event.key === "+" || event.key === "=") zoomBy(ZOOM_STEP);
    else if (event.key === "-") zoomBy(1 / ZOOM_STEP);
    else return;
    event.preventDefault();
  };

  const { width, height } = sizeIn(picture, placing.zoom);
  return (
    <div className={styles.cropper}>
      <div
        className={styles.frame}
        role="application"
        aria-label={t("portrait.frame")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows and + and - move and zoom the picture
        tabIndex={0}
        data-base-ui-swipe-ignore=""
        onKeyDown={press}
        onWheel={({ deltaY }) => zoomBy(Math.exp(-deltaY / 500))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <img
          src={url}
          alt=""
          draggable={false}
          className={styles.picture}
          style={{
            width: `${100 * width}%`,
            height: `${100 * height}%`,
            translate: `calc(-50% + ${(100 * placing.x) / width}%) calc(-50% + ${(100 * placing.y) / height}%)`,
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setPicture({ width: naturalWidth, height: naturalHeight })
          }
          onError={onUnreadable}
        />
      </div>
      <input
        type="range"
        className={styles.zoom}
        aria-label={t("portrait.zoom")}
        min={1}
        max={ZOOM_LIMIT}
        step={0.01}
        style={filledTo((placing.zoom - 1) / (ZOOM_LIMIT - 1))}
        value={placing.zoom}
        onChange={({ target }) => zoomBy(Number(target.value) / placing.zoom)}
      />
      <Button block disabled={picture === UNKNOWN} onClick={() => onPick(squareUnder(picture, placing))}>
        {t("portrait.use")}
      </Button>
    </div>
  );
}

/** The filled part of the slider, 0 to 1. */
function filledTo(share: number): CSSProperties & { "--filled": string } {
  return { "--filled": `${100 * share}%` };
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
