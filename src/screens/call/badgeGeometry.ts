/** Where the badge of a minimised call is. Points are its top left corner; everything in CSS pixels. */

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
/** It never touches the edge. */
const EDGE = 8;
/** A pointer that moves further drags, one that does not taps (2-119). */
const SLOP = 5;
/** How far an arrow key moves it. */
const STEP = 16;

/** Where the badge first appears: at the right edge, 100 px from the top. */
export function startPoint(viewport: Size): Point {
  return clampPoint({ x: viewport.width - BADGE.width - START.fromRight, y: START.y }, viewport);
}

/** The nearest point at which the whole badge is in view; the top left corner where it does not fit (2-117). */
export function clampPoint({ x, y }: Point, viewport: Size): Point {
  return {
    x: clamp(x, viewport.width - BADGE.width),
    y: clamp(y, viewport.height - BADGE.height),
  };
}

/** Where it comes to rest when it is let go: at the nearer side, as high as it was. */
export function restingPoint({ x, y }: Point, viewport: Size): Point {
  const isLeft = x + BADGE.width / 2 < viewport.width / 2;
  return clampPoint({ x: isLeft ? 0 : viewport.width, y }, viewport);
}

function clamp(value: number, room: number): number {
  const edge = Math.min(EDGE, Math.max(0, room / 2));
  return Math.max(edge, Math.min(value, room - edge));
}

/** Whether a pointer that went from one point to another has dragged. */
export function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > SLOP;
}

/** How a key moves the badge; null for keys that do not. */
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
