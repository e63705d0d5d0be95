import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import { failureText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./CropSheet.module.css";
import { CENTRED, type Placing, placed, sizeIn, squareUnder } from "./crop.ts";

/** Edge of the picture that comes out, in pixels. */
const SIDE = 480;
const JPEG_QUALITY = 0.9;
/** How far one press of an arrow moves the picture, in shares of the frame, and how much one of + zooms. */
const STEP = 0.05;
const ZOOM_STEP = 1.15;

export interface CropSheetProps {
  open: boolean;
  /** Null for one that cannot be opened. */
  picture: ImageBitmap | null;
  onClose: () => void;
  onPick: (picture: Blob) => void;
}

/** Which square of a picture is to be shown: moved by finger, mouse or arrows, zoomed by two fingers, wheel or slider. */
export function CropSheet({ open, picture, onClose, onPick }: CropSheetProps) {
  const { t } = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t("portrait.title")}>
      {picture ? (
        <Cropper picture={picture} onClose={onClose} onPick={onPick} />
      ) : (
        <p role="alert" className={styles.unreadable}>
          {failureText(t, "pictureUnreadable")}
        </p>
      )}
    </Sheet>
  );
}

interface CropperProps {
  picture: ImageBitmap;
  onClose: () => void;
  onPick: (picture: Blob) => void;
}

function Cropper({ picture, onClose, onPick }: CropperProps) {
  const { t } = useText();
  const [placing, setPlacing] = useState<Placing>(CENTRED);
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const place = (change: (now: Placing) => Placing) => setPlacing((now) => placed(picture, change(now)));
  const zoomBy = (factor: number) =>
    place(({ zoom, x, y }) => ({ zoom: zoom * factor, x: x * factor, y: y * factor }));

  useEffect(() => {
    canvas.current?.getContext("2d")?.drawImage(picture, 0, 0);
  }, [picture]);

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
        <canvas
          ref={canvas}
          width={picture.width}
          height={picture.height}
          className={styles.picture}
          style={{
            width: `${100 * width}%`,
            height: `${100 * height}%`,
            translate: `calc(-50% + ${(100 * placing.x) / width}%) calc(-50% + ${(100 * placing.y) / height}%)`,
          }}
        />
      </div>
      <input
        type="range"
        className={styles.zoom}
        aria-label={t("portrait.zoom")}
        min={1}
        max={5}
        step={0.01}
        value={placing.zoom}
        onChange={({ target }) => zoomBy(Number(target.value) / placing.zoom)}
      />
      <Button
        block
        onClick={async () => {
          onPick(await cut(picture, placing));
          onClose();
        }}
      >
        {t("portrait.use")}
      </Button>
    </div>
  );
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

/** What is transparent becomes white. */
async function cut(picture: ImageBitmap, placing: Placing): Promise<Blob> {
  const { left, top, side } = squareUnder(picture, placing);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "white";
    context.fillRect(0, 0, SIDE, SIDE);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
      "image/jpeg",
      JPEG_QUALITY,
    ),
  );
}
