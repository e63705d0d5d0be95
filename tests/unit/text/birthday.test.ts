import fc from "fast-check";
import { expect, it } from "vitest";
import { birthOf, dateOf } from "../../../src/text/birthday.ts";

it("2-64 a birthday goes into milliseconds and back, the month as it is", () => {
  const day = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const text = date.toISOString().slice(0, 10);
      expect(dateOf(birthOf(text))).toBe(text);
    }),
  );
  expect(birthOf("1990-05-31")).toBe(Date.UTC(1990, 4, 31, 12));
});

it("2-64 what is no date is no birthday", () => {
  expect(["", "31.5.1990", "1990-5-1"].map(birthOf)).toEqual([null, null, null]);
  expect([null, Number.NaN, 1e20].map(dateOf)).toEqual(["", "", ""]);
});
