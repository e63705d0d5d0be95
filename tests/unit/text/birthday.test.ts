import fc from "fast-check";
import { expect, it } from "vitest";
import { birthdayText, birthOf, dateOf } from "../../../src/text/birthday.ts";

it("2-64 converts a birthday to milliseconds at noon UTC and back", () => {
  const day = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const text = date.toISOString().slice(0, 10);
      expect(dateOf(birthOf(text))).toBe(text);
    }),
  );
  expect(birthOf("1990-05-31")).toBe(Date.UTC(1990, 4, 31, 12));
});

it("2-64 returns null for an invalid date, and an empty text for an invalid time", () => {
  expect(["", "31.5.1990", "1990-5-1"].map(birthOf)).toEqual([null, null, null]);
  expect([null, Number.NaN, 1e20].map(dateOf)).toEqual(["", "", ""]);
});

it("2-64 writes a birthday in the user's language", () => {
  const birth = Date.UTC(1990, 4, 31, 12);
  expect(birthdayText(birth, "en")).toBe("May 31, 1990");
  expect(birthdayText(birth, "zh")).toBe("1990年5月31日");
  expect([Number.NaN, 9e18].map((time) => birthdayText(time, "en"))).toEqual(["", ""]);
});
