import type { MapPoint } from "../../machines/domain/attachment.ts";

/** A place in degrees, as maps take it: five digits are a metre. */
export function coordinates({ latitude, longitude }: MapPoint): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** Where the place is on a map everybody can open; asked for only by who taps it. */
export function mapAddress({ latitude, longitude }: MapPoint): string {
  const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)];
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`;
}
