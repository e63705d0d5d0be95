import type { Spot } from "../domain/attachment.ts";

export interface LocationPort {
  /**
   * Asks the browser for the position; the browser asks the user. Rejects with "locationDenied",
   * "locationUnavailable" or "locationTimeout".
   */
  locate(): Promise<Spot>;
}
