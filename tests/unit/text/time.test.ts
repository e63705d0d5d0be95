import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import "../../../src/i18n/signed-in.ts";
import { createText } from "../../../src/i18n/text.ts";
import {
  calendarDay,
  callLength,
  clockTime,
  dayLabel,
  durationText,
  isoTime,
  isSameDay,
  listTime,
  messageTime,
  monthLabel,
  spanText,
  startOfDay,
} from "../../../src/text/time.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A Wednesday. */
const NOW = new Date(2024, 4, 15, 14, 30, 20).getTime();
const at = (...parts: [number, number, number, number?, number?, number?]) => new Date(...parts).getTime();

describe("listTime", () => {
  it.each([0, 1, 59 * SECOND, 59_999])("9-20 says just now for %d ms ago", (ago) => {
    expect(listTime(NOW - ago, NOW, "en")).toBe("just now");
    expect(listTime(NOW - ago, NOW, "zh")).toBe("刚刚");
  });

  it("9-21 shows minutes, with a singular form", () => {
    expect(listTime(NOW - MINUTE, NOW, "en")).toBe("1 min");
    expect(listTime(NOW - MINUTE, NOW, "zh")).toBe("1 分钟前");
    expect(listTime(NOW - 2 * MINUTE, NOW, "en")).toBe("2 min");
    expect(listTime(NOW - 59 * MINUTE - 59_999, NOW, "en")).toBe("59 min");
    expect(listTime(NOW - 59 * MINUTE, NOW, "zh")).toBe("59 分钟前");
  });

  it("9-22 shows the clock for the rest of the day", () => {
    expect(listTime(NOW - HOUR, NOW, "en")).toBe("13:30");
    expect(listTime(at(2024, 4, 15, 0, 0), NOW, "zh")).toBe("00:00");
  });

  it("9-23 says yesterday from midnight to midnight", () => {
    expect(listTime(at(2024, 4, 14, 23, 59, 59), NOW, "en")).toBe("Yesterday");
    expect(listTime(at(2024, 4, 14, 0, 0), NOW, "zh")).toBe("昨天");
  });

  it("9-24 9-27 names the weekday within the last week", () => {
    expect(listTime(at(2024, 4, 13, 23, 59), NOW, "en")).toBe("Monday");
    expect(listTime(at(2024, 4, 9, 0, 0), NOW, "en")).toBe("Thursday");
    expect(listTime(at(2024, 4, 13, 12), NOW, "zh")).toBe("星期一");
    // The weekday of a week ago is also today's.
    expect(listTime(at(2024, 4, 8, 23, 59), NOW, "en")).toBe("May 8");
  });

  it("9-25 9-26 shows a short date within the year and a full one beyond", () => {
    expect(listTime(at(2024, 4, 8, 23, 59), NOW, "en")).toBe("May 8");
    expect(listTime(at(2024, 0, 1), NOW, "zh")).toBe("1月1日");
    expect(listTime(at(2023, 11, 31, 23, 59), NOW, "en")).toBe("Dec 31, 2023");
    expect(listTime(at(2023, 11, 31), NOW, "zh")).toBe("2023年12月31日");
  });

  it("9-26 keeps the last seven days short across the turn of the year", () => {
    const newYear = at(2024, 0, 2, 9);
    expect(listTime(at(2024, 0, 1, 23), newYear, "en")).toBe("Yesterday");
    expect(listTime(at(2023, 11, 31), newYear, "en")).toBe("Sunday");
    expect(listTime(at(2023, 11, 26), newYear, "en")).toBe("Dec 26, 2023");
  });

  it("9-27 counts minutes across midnight", () => {
    const justAfter = at(2024, 4, 15, 0, 10);
    expect(listTime(at(2024, 4, 14, 23, 50), justAfter, "en")).toBe("20 min");
    expect(listTime(at(2024, 4, 14, 23, 0), justAfter, "en")).toBe("Yesterday");
  });

  it("9-27 shows just now for a time in the future, and nothing for zero", () => {
    expect(listTime(NOW + HOUR, NOW, "en")).toBe("just now");
    expect(listTime(NOW + 400 * 24 * HOUR, NOW, "zh")).toBe("刚刚");
    for (const never of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(listTime(never, NOW, "en")).toBe("");
  });

  it("9-27 shows a text for every time in both languages", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: NOW }),
        fc.constantFrom("zh" as const, "en" as const),
        (time, language) => {
          expect(listTime(time, NOW, language)).not.toBe("");
        },
      ),
    );
  });
});

describe("chat times", () => {
  it("9-22..9-26 labels a day as today, yesterday, weekday or date", () => {
    expect(dayLabel(NOW, NOW, "en")).toBe("Today");
    expect(dayLabel(at(2024, 4, 14), NOW, "zh")).toBe("昨天");
    expect(dayLabel(at(2024, 4, 12), NOW, "en")).toBe("Sunday");
    expect(dayLabel(at(2024, 2, 3), NOW, "zh")).toBe("3月3日");
    expect(dayLabel(at(2022, 2, 3), NOW, "en")).toBe("Mar 3, 2022");
    expect(dayLabel(at(2024, 4, 16), NOW, "en")).toBe("May 16");
    expect(dayLabel(0, NOW, "en")).toBe("");
  });

  it("9-22 shows the time of a message", () => {
    expect(clockTime(at(2024, 4, 15, 7, 5))).toBe("07:05");
    expect(messageTime(at(2024, 4, 15, 7, 5), NOW, "en")).toBe("07:05");
    expect(messageTime(at(2024, 4, 14, 7, 5), NOW, "zh")).toBe("昨天 07:05");
    expect(messageTime(at(2022, 2, 3, 7, 5), NOW, "en")).toBe("Mar 3, 2022 07:05");
    for (const never of [0, -1, Number.NaN]) expect(messageTime(never, NOW, "en")).toBe("");
  });

  it("9-26 names the day and the month of a date", () => {
    expect([calendarDay(at(2023, 6, 3), "en"), calendarDay(at(2023, 6, 3), "zh")]).toEqual([
      "Jul 3, 2023",
      "2023年7月3日",
    ]);
    expect([monthLabel(at(2023, 6, 31, 23, 59), "en"), monthLabel(at(2023, 6, 31), "zh")]).toEqual([
      "July 2023",
      "2023年7月",
    ]);
    for (const never of [0, -1, Number.NaN])
      expect([calendarDay(never, "en"), monthLabel(never, "en"), clockTime(never)]).toEqual(["", "", ""]);
  });

  it("detects a change of day", () => {
    expect(isSameDay(at(2024, 4, 14, 23, 59, 59), at(2024, 4, 15))).toBe(false);
    expect(isSameDay(at(2024, 4, 15), at(2024, 4, 15, 23, 59, 59))).toBe(true);
  });
});

describe("durationText", () => {
  it("9-13 shows mm:ss and wraps minutes at 60", () => {
    expect(durationText(0)).toBe("00:00");
    expect(durationText(61_999)).toBe("01:01");
    expect(durationText(3_599_000)).toBe("59:59");
    expect(durationText(3_600_000)).toBe("00:00");
  });

  it("4-106 4-107 shows no negative times and no parts of a second", () => {
    expect(durationText(-1500)).toBe("00:00");
    expect(durationText(999)).toBe("00:00");
  });
});

describe("callLength", () => {
  it("2-97 counts hours, also beyond a day", () => {
    expect(callLength(0)).toBe("00:00");
    expect(callLength(3599)).toBe("59:59");
    expect(callLength(3600)).toBe("1:00:00");
    expect(callLength(25 * 3600 + 62)).toBe("25:01:02");
  });
});

describe("spanText", () => {
  it.each([
    [0, "1 minute"],
    [59, "1 minute"],
    [60, "1 minute"],
    [61, "2 minutes"],
    [90 * 60, "90 minutes"],
    [3600, "1 hour"],
    [3601, "61 minutes"],
    [12 * 3600, "12 hours"],
    [23 * 3600, "23 hours"],
    [24 * 3600, "1 day"],
    [25 * 3600, "25 hours"],
    [24 * 3600 + 60, "1441 minutes"],
    [3 * 24 * 3600, "3 days"],
  ])("3-63 says for %d seconds: %s", (seconds, said) => {
    expect(spanText(seconds, createText("en").t)).toBe(said);
  });
});

describe("isoTime", () => {
  it("returns the ISO time, and undefined for an invalid time", () => {
    expect(isoTime(Date.UTC(2024, 4, 15, 7, 5))).toBe("2024-05-15T07:05:00.000Z");
    for (const never of [0, Number.NaN, 9e15]) expect(isoTime(never)).toBeUndefined();
  });
});

describe("clock changes", () => {
  it.each([
    // Midnight does not exist on this day: it starts at one o'clock.
    ["America/Sao_Paulo", [2018, 10, 4]],
    ["Europe/Berlin", [2024, 2, 31]],
    ["Europe/Berlin", [2024, 9, 27]],
  ] as const)("9-23 9-24 treats days of 23 and 25 hours as days: %s %j", (name, [year, month, day]) => {
    vi.stubEnv("TZ", name);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name);
    const days = [0, 1, 2].map((later) => at(year, month, day + later, 12));
    for (const [index, noon] of days.entries()) {
      expect(new Date(startOfDay(noon)).getDate()).toBe(new Date(noon).getDate());
      expect(dayLabel(at(year, month, day + index - 1, 23, 59), noon, "en")).toBe("Yesterday");
      expect(dayLabel(at(year, month, day + index - 1, 3), noon, "en")).toBe("Yesterday");
      expect(dayLabel(at(year, month, day + index, 23, 59), noon, "en")).toBe("Today");
      expect(dayLabel(at(year, month, day + index - 6, 2), noon, "en")).toMatch(/day$/);
    }
  });
});
