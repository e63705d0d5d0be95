/** Where the person is. */
import type { Spot } from "../domain/attachment.ts";

export interface LocationPort {
  /** Asks the browser, which asks the person. Rejects with one of the failures of positions, "locationDenied" and so on. */
  locate(): Promise<Spot>;
}
