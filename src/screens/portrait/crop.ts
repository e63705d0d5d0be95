/** The frame is a square. Pure functions. */

export interface Size {
  width: number;
  height: number;
}

/** At zoom 1 the shorter side fills the frame. `x` and `y` are fractions of the frame. */
export interface Placing {
  zoom: number;
  x: number;
  y: number;
}

export const CENTRED: Placing = { zoom: 1, x: 0, y: 0 };

export const ZOOM_LIMIT = 5;

/** As fractions of the frame. */
export function sizeIn({ width, height }: Size, zoom: number): Size {
  const shorter = Math.min(width, height);
  return { width: (zoom * width) / shorter, height: (zoom * height) / shorter };
}

/** Leaves no gap in the frame. */
export function placed(size: Size, { zoom: wished, x, y }: Placing): Placing {
  const zoom = within(wished, 1, ZOOM_LIMIT);
  const { width, height } = sizeIn(size, zoom);
  const room = { x: (width - 1) / 2, y: (height - 1) / 2 };
  return { zoom, x: within(x, -room.x, room.x), y: within(y, -room.y, room.y) };
}

/** In the picture's pixels. */
export function squareUnder(
  size: Size,
  { zoom, x, y }: Placing,
): { left: number; top: number; side: number } {
  const side = Math.min(size.width, size.height) / zoom;
  return {
    left: (size.width - side) / 2 - x * side,
    top: (size.height - side) / 2 - y * side,
    side,
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
