import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { createLocation } from "../../../../src/adapters/media/location.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

type Ask = Geolocation["getCurrentPosition"];

const answering = (position: unknown) => ({
  getCurrentPosition: ((done) => done(position as GeolocationPosition)) satisfies Ask,
});
const refusing = (code: number) => ({
  getCurrentPosition: ((_, refuse) => refuse?.({ code } as GeolocationPositionError)) satisfies Ask,
});
const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);

describe("locate", () => {
  it("3-77 returns the browser's position and accuracy", async () => {
    const coords = { latitude: 52.5, longitude: 13.4, accuracy: 12, altitude: 34, heading: null };
    expect(await createLocation(answering({ coords, timestamp: 1 })).locate()).toEqual({
      point: { latitude: 52.5, longitude: 13.4 },
      accuracy: 12,
    });
  });

  it.each([
    [1, "locationDenied"],
    [2, "locationUnavailable"],
    [3, "locationTimeout"],
    [77, "locationUnavailable"],
  ])("3-77 fails for the browser's error %i as %s", async (number, failure) => {
    expect(await code(createLocation(refusing(number)).locate())).toBe(failure);
  });

  it.each([
    ["an empty position", null],
    ["a position without degrees", { coords: { latitude: Number.NaN, longitude: 13 } }],
    ["a position outside the valid range", { coords: { latitude: 91, longitude: 13, accuracy: 1 } }],
  ])("fails for %s", async (_, position) => {
    expect(await code(createLocation(answering(position)).locate())).toBe("locationUnavailable");
  });

  it("returns accuracy 0 for an invalid accuracy", async () => {
    const coords = { latitude: 52.5, longitude: 13.4, accuracy: Number.NaN };
    expect((await createLocation(answering({ coords })).locate()).accuracy).toBe(0);
  });

  it("fails in a browser without geolocation", async () => {
    expect(await code(createLocation(undefined).locate())).toBe("locationUnavailable");
  });
});
