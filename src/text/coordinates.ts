import type { MapPoint } from "../../machines/vocabulary/attachments.ts";

/** A place in degrees, as maps take it: five digits are a metre. */
export function coordinates({ latitude, longitude }: MapPoint): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
