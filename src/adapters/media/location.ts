import * as v from "valibot";
import { Failure, type FailureCode } from "../../../machines/domain/failure.ts";
import type { LocationPort } from "../../../machines/ports/location.ts";
import { logLine } from "../log.ts";

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 };

const REFUSALS: ReadonlyMap<number, FailureCode> = new Map([
  [1, "locationDenied"],
  [2, "locationUnavailable"],
  [3, "locationTimeout"],
]);

const degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most));
const Position = v.object({
  coords: v.object({
    latitude: degrees(90),
    longitude: degrees(180),
    accuracy: v.fallback(v.pipe(v.number(), v.minValue(0)), 0),
  }),
});

/** Returns the user's location from the browser. Some browsers and all insecure pages lack `geolocation`. */
export function createLocation(
  geolocation: Pick<Geolocation, "getCurrentPosition"> | undefined,
): LocationPort {
  return {
    locate: () =>
      new Promise((resolve, reject) => {
        if (!geolocation) return reject(new Failure("locationUnavailable"));
        geolocation.getCurrentPosition(
          (position) => {
            const parsed = v.safeParse(Position, position);
            if (!parsed.success) return reject(new Failure("locationUnavailable"));
            const { accuracy, ...point } = parsed.output.coords;
            resolve({ point, accuracy });
          },
          ({ code }) => {
            logLine("location", String(code));
            reject(new Failure(REFUSALS.get(code) ?? "locationUnavailable"));
          },
          OPTIONS,
        );
      }),
  };
}
