import type { MapPoint } from "../../machines/domain/attachment.ts";

/** Degrees with five decimal places, which is about a metre. */
export function coordinates({ latitude, longitude }: MapPoint): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** Returns a public map URL. The app requests it only if the user taps it. */
export function mapAddress({ latitude, longitude }: MapPoint): string {
  const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)];
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`;
}
