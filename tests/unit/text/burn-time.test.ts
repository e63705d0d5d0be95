import { describe, expect, it } from "vitest";
import "../../../src/i18n/pages.ts";
import { createText } from "../../../src/i18n/text.ts";
import { burnClock, burnLeftText, burnTimeText } from "../../../src/text/burnTime.ts";

const en = createText("en");
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("the time of a disappearing message", () => {
  it.each([
    [1, "1 second"],
    [30, "30 seconds"],
    [MINUTE, "1 minute"],
    [90, "90 seconds"],
    [30 * MINUTE, "30 minutes"],
    [HOUR, "1 hour"],
    [90 * MINUTE, "90 minutes"],
    [23 * HOUR, "23 hours"],
    [DAY, "1 day"],
    [36 * HOUR, "36 hours"],
    [7 * DAY, "7 days"],
  ])("of %d seconds is exact: %s", (seconds, said) => {
    expect(burnTimeText(en, seconds)).toBe(said);
  });

  it.each([
    [0, "1 second", "0:00"],
    [1, "1 second", "0:01"],
    [59, "59 seconds", "0:59"],
    [60, "1 minute", "1:00"],
    [61, "2 minutes", "1:01"],
    [HOUR - 1, "1 hour", "59:59"],
    [HOUR, "1 hour", "1 h"],
    [HOUR + 1, "2 hours", "2 h"],
    [DAY - 1, "1 day", "24 h"],
    [DAY, "1 day", "1 d"],
    [DAY + 1, "2 days", "2 d"],
    [7 * DAY, "7 days", "7 d"],
  ])("that has %d seconds left is read as %s and shown as %s", (seconds, read, shown) => {
    expect([burnLeftText(en, seconds), burnClock(en, seconds)]).toEqual([read, shown]);
  });
});
