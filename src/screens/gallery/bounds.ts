/** Where a picture may be moved to and how large it may get. Pure functions; lengths in CSS pixels. */

export interface Size {
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** How far a picture is moved from the middle, and how large it is drawn: 1 is all of it in sight. */
export interface Zoom extends Spot {
  scale: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 5;

/** As large as `picture` gets in `stage` with all of it in sight; all of the stage while nobody knows. */
export function fitted(picture: Size, stage: Size): Size {
  if (!(picture.width > 0 && picture.height > 0)) return stage;
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Moved back so that no edge leaves the edge of the stage without need. */
export function within({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const large = clamp(scale, 1, LARGEST);
  const room = (edge: number, whole: number) => Math.max(0, (edge * large - whole) / 2);
  const across = room(picture.width, stage.width);
  const down = room(picture.height, stage.height);
  return { scale: large, x: clamp(x, -across, across), y: clamp(y, -down, down) };
}

/** As large as `scale`, with what lies under `spot` staying there; `spot` is counted from the middle. */
export function zoomedAt(zoom: Zoom, scale: number, spot: Spot): Zoom {
  const next = clamp(scale, 1, LARGEST);
  const ratio = next / zoom.scale;
  return { scale: next, x: spot.x - (spot.x - zoom.x) * ratio, y: spot.y - (spot.y - zoom.y) * ratio };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
