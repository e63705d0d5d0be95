import type { Language } from "../../machines/events.ts";
import { createText } from "../i18n/text.ts";

/**
 * Points in time as people read them. All times are milliseconds since the epoch, shown in the local time zone;
 * `now` is handed in. Times are 24-hour.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const LOCALES: Readonly<Record<Language, string>> = { zh: "zh-CN", en: "en-US" };

const FORMATS = {
  weekday: { weekday: "long" },
  short: { month: "short", day: "numeric" },
  full: { year: "numeric", month: "short", day: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * When something last happened, for a row of a list (9-20..9-27): just now, minutes ago, HH:mm, yesterday, the
 * weekday within the last week, a date (without the year within the current one). A clock that runs ahead counts as
 * just now; 0 means never and gives "".
 */
export function listTime(time: number, now: number, language: Language): string {
  if (!isTime(time)) return "";
  const elapsed = now - time;
  if (elapsed < MINUTE) return createText(language).t("time.justNow");
  if (elapsed < HOUR)
    return createText(language).t("time.minutesAgo", { count: Math.floor(elapsed / MINUTE) });
  const days = daysBetween(time, now);
  if (days === 0) return clockTime(time);
  if (days === 1) return createText(language).t("time.yesterday");
  return calendarDate(time, now, days, language);
}

/** The heading between two days of a chat: today, yesterday, weekday, date. Days to come are dates. */
export function dayLabel(time: number, now: number, language: Language): string {
  if (!isTime(time)) return "";
  const days = daysBetween(time, now);
  if (days === 0) return createText(language).t("time.today");
  if (days === 1) return createText(language).t("time.yesterday");
  return calendarDate(time, now, days, language);
}

/** Day and time of one message, for details: "14:05" today, else "Yesterday 14:05", "Jul 3, 2023 14:05". */
export function messageTime(time: number, now: number, language: Language): string {
  if (!isTime(time)) return "";
  return daysBetween(time, now) === 0
    ? clockTime(time)
    : `${dayLabel(time, now, language)} ${clockTime(time)}`;
}

/** HH:mm. */
export function clockTime(time: number): string {
  if (!isTime(time)) return "";
  const date = new Date(time);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** A length of time, as a call shows it: mm:ss, minutes wrapping at 60 (4-106, 4-107). */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

/** How long a call took, all of it: mm:ss, and h:mm:ss from an hour on. */
export function callLength(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = durationText(seconds * 1000);
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Whether a chat needs a date separator between two messages. */
export function isSameDay(a: number, b: number): boolean {
  return daysBetween(a, b) === 0;
}

function calendarDate(time: number, now: number, days: number, language: Language): string {
  if (days > 1 && days < 7) return format(time, "weekday", language);
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return format(time, isThisYear ? "short" : "full", language);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function format(time: number, name: keyof typeof FORMATS, language: Language): string {
  const key = `${language} ${name}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(LOCALES[language], FORMATS[name]);
    formatters.set(key, formatter);
  }
  return formatter.format(time);
}

/** Whole calendar days from `time` to `now`, whatever the hours and however long the days were. */
function daysBetween(time: number, now: number): number {
  return dayNumber(now) - dayNumber(time);
}

function dayNumber(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (24 * HOUR);
}

function isTime(time: number): boolean {
  return time > 0 && !Number.isNaN(new Date(time).getTime());
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
