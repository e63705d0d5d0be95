/** Points are the top left corner of the badge or the floating window. All values are in CSS pixels. */

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

/** A minimised call in a wide window. */
export const FLOATING: Readonly<Size> = { width: 320, height: 240 };
/** The width of a docked call. */
export const DOCK = 360;

/** A floating window stays below the bars at the top, and above those at the bottom. */
const INSET = { side: 16, top: 64, bottom: 80 };

/** A corner of the window, in which a floating call rests. */
export interface Corner {
  isLeft: boolean;
  isBottom: boolean;
}

/** At the right a floating call covers no list, and at the top neither the newest message nor the field. */
export const FIRST_CORNER: Corner = { isLeft: false, isBottom: false };

/** Where a floating call rests. */
export function cornerPoint({ isLeft, isBottom }: Corner, { width, height }: Size): Point {
  return {
    x: isLeft ? INSET.side : Math.max(INSET.side, width - FLOATING.width - INSET.side),
    y: isBottom ? Math.max(INSET.top, height - FLOATING.height - INSET.bottom) : INSET.top,
  };
}

/** The corner that is nearest to a floating call at this point. */
export function nearestCorner({ x, y }: Point, { width, height }: Size): Corner {
  return { isLeft: x + FLOATING.width / 2 < width / 2, isBottom: y + FLOATING.height / 2 > height / 2 };
}

/** The corner in the direction of an arrow key; null for other keys. */
export function keyCorner(key: string, corner: Corner): Corner | null {
  const step = keyStep(key);
  if (!step) return null;
  return step.x === 0 ? { ...corner, isBottom: step.y > 0 } : { ...corner, isLeft: step.x < 0 };
}

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

/** The nearest point at which the whole badge, or a part of that size, is visible. The top left corner if it does not fit (2-117). */
export function clampPoint({ x, y }: Point, viewport: Size, size: Size = BADGE): Point {
  return {
    x: clamp(x, viewport.width - size.width),
    y: clamp(y, viewport.height - size.height),
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

/** The transform that shrinks the whole window onto a part of that size at the point. */
export function shrunkInto({ x, y }: Point, { width, height }: Size, size: Size = BADGE): string {
  const scale = Math.max(size.width / width, size.height / height);
  return `translate(${x + (size.width - width) / 2}px, ${y + (size.height - height) / 2}px) scale(${scale})`;
}
