import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { createLocation } from "../../../../src/adapters/media/location.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

type Ask = Geolocation["getCurrentPosition"];

const answering = (position: unknown) => ({
  getCurrentPosition: ((done) => done(position as GeolocationPosition)) satisfies Ask,
});
const refusing = (code: number) => ({
  getCurrentPosition: ((_, refuse) => refuse?.({ code } as GeolocationPositionError)) satisfies Ask,
});
const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);

describe("where somebody is", () => {
  it("3-77 is what the browser says, and how sure it is", async () => {
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
  ])("8-33 the browser's refusal %i is %s", async (number, failure) => {
    expect(await code(createLocation(refusing(number)).locate())).toBe(failure);
  });

  it.each([
    ["nonsense", null],
    ["no degrees", { coords: { latitude: Number.NaN, longitude: 13 } }],
    ["off the earth", { coords: { latitude: 91, longitude: 13, accuracy: 1 } }],
  ])("is unknown where it says %s", async (_, position) => {
    expect(await code(createLocation(answering(position)).locate())).toBe("locationUnavailable");
  });

  it("has no accuracy where that is nonsense", async () => {
    const coords = { latitude: 52.5, longitude: 13.4, accuracy: Number.NaN };
    expect((await createLocation(answering({ coords })).locate()).accuracy).toBe(0);
  });

  it("is unknown to a browser that cannot tell", async () => {
    expect(await code(createLocation(undefined).locate())).toBe("locationUnavailable");
  });
});
