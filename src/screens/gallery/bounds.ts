/** Pure functions; lengths in CSS pixels. */

export interface Size {
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** Offset from the middle and scale. Scale 1 shows the whole picture. */
export interface Zoom extends Spot {
  scale: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 5;

/** The whole stage while the picture's size is unknown. */
export function fitted(picture: Size, stage: Size): Size {
  if (!(picture.width > 0 && picture.height > 0)) return stage;
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Leaves no gap at the edges of the stage. */
export function within({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const large = clamp(scale, 1, LARGEST);
  const room = (edge: number, whole: number) => Math.max(0, (edge * large - whole) / 2);
  const across = room(picture.width, stage.width);
  const down = room(picture.height, stage.height);
  return { scale: large, x: clamp(x, -across, across), y: clamp(y, -down, down) };
}

/** Keeps the point under `spot` in place. `spot` is relative to the middle. */
export function zoomedAt(zoom: Zoom, scale: number, spot: Spot): Zoom {
  const next = clamp(scale, 1, LARGEST);
  const ratio = next / zoom.scale;
  return { scale: next, x: spot.x - (spot.x - zoom.x) * ratio, y: spot.y - (spot.y - zoom.y) * ratio };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

export interface Box extends Size, Spot {}

/** The transform that makes `picture`, in the middle of `stage`, cover `target`. */
export function scaledOnto(picture: Size, stage: Box, target: Box): string {
  const scale = Math.max(target.width / picture.width, target.height / picture.height);
  const middle = ({ x, y, width, height }: Box): Spot => ({ x: x + width / 2, y: y + height / 2 });
  const [from, to] = [middle(stage), middle(target)];
  return `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${scale})`;
}
