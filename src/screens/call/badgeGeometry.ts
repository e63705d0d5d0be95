/** Points are the badge's top left corner. All values are in CSS pixels. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** 2-113. */
export const BADGE: Readonly<Size> = { width: 86, height: 110 };

/** 2-116, 2-117. */
const START = { fromRight: 16, y: 100 };
const EDGE = 8;
/** A pointer that moves further drags, else it taps (2-119). */
const SLOP = 5;
const STEP = 16;

export function startPoint(viewport: Size): Point {
  return clampPoint({ x: viewport.width - BADGE.width - START.fromRight, y: START.y }, viewport);
}

/** Where the badge is in a window of this size. `place` is null until the user moves it. */
export function badgePoint(place: Point | null, viewport: Size): Point {
  return place ? clampPoint(place, viewport) : startPoint(viewport);
}

/** The nearest point at which the whole badge is visible. The top left corner if it does not fit (2-117). */
export function clampPoint({ x, y }: Point, viewport: Size): Point {
  return {
    x: clamp(x, viewport.width - BADGE.width),
    y: clamp(y, viewport.height - BADGE.height),
  };
}

/** At the nearer side, at the same height. */
export function restingPoint({ x, y }: Point, viewport: Size): Point {
  const isLeft = x + BADGE.width / 2 < viewport.width / 2;
  return clampPoint({ x: isLeft ? 0 : viewport.width, y }, viewport);
}

function clamp(value: number, room: number): number {
  const edge = Math.min(EDGE, Math.max(0, room / 2));
  return Math.max(edge, Math.min(value, room - edge));
}

export function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > SLOP;
}

export function keyStep(key: string): Point | null {
  switch (key) {
    case "ArrowLeft":
      return { x: -STEP, y: 0 };
    case "ArrowRight":
      return { x: STEP, y: 0 };
    case "ArrowUp":
      return { x: 0, y: -STEP };
    case "ArrowDown":
      return { x: 0, y: STEP };
    default:
      return null;
  }
}

export function moved(point: Point, by: Point): Point {
  return { x: point.x + by.x, y: point.y + by.y };
}

/** The transform that shrinks the whole window onto the badge at `at`. */
export function shrunkInto({ x, y }: Point, { width, height }: Size): string {
  const scale = Math.max(BADGE.width / width, BADGE.height / height);
  return `translate(${x + (BADGE.width - width) / 2}px, ${y + (BADGE.height - height) / 2}px) scale(${scale})`;
}
