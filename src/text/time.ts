import dayjs from "dayjs";
import "dayjs/locale/zh-cn.js";
import type { Language } from "../../machines/domain/language.ts";
import { createText, type Translate } from "../i18n/text.ts";

/**
 * Texts for points in time. All times are milliseconds since the epoch, in the local time zone and the 24-hour clock.
 * The caller passes `now`.
 */

const LOCALES: Readonly<Record<Language, string>> = { zh: "zh-cn", en: "en" };

/** A date in the current year has no year (9-25, 9-26). */
const DATES: Readonly<Record<Language, { short: string; full: string }>> = {
  zh: { short: "M月D日", full: "YYYY年M月D日" },
  en: { short: "MMM D", full: "MMM D, YYYY" },
};

const MONTHS: Readonly<Record<Language, string>> = { zh: "YYYY年M月", en: "MMMM YYYY" };

/**
 * Returns the time for a list row (9-20..9-27): just now, minutes ago, HH:mm, yesterday, the weekday within the last
 * week, else a date (without the current year). A time in the future counts as just now; 0 means never and returns "".
 */
export function listTime(time: number, now: number, language: Language): string {
  if (!isTime(time)) return "";
  const { t } = createText(language);
  const minutes = dayjs(now).diff(time, "minute");
  if (minutes < 1) return t("time.justNow");
  if (minutes < 60) return t("time.minutesAgo", { count: minutes });
  const days = daysBetween(time, now);
  if (days === 0) return clockTime(time);
  if (days === 1) return t("time.yesterday");
  return calendarDate(time, now, days, language);
}

/** Returns the date separator of a chat: today, yesterday, weekday or date. A future day is a date. */
export function dayLabel(time: number, now: number, language: Language): string {
  if (!isTime(time)) return "";
  const days = daysBetween(time, now);
  if (days === 0) return createText(language).t("time.today");
  if (days === 1) return createText(language).t("time.yesterday");
  return calendarDate(time, now, days, language);
}

/** Returns day and time of a message for its details: "14:05" today, else "Yesterday 14:05", "Jul 3, 2023 14:05". */
export function messageTime(time: number, now: number, language: Language): string {
  if (!isTime(time)) return "";
  return daysBetween(time, now) === 0
    ? clockTime(time)
    : `${dayLabel(time, now, language)} ${clockTime(time)}`;
}

/** "Jul 3, 2023" */
export function calendarDay(time: number, language: Language): string {
  return isTime(time) ? dayjs(time).locale(LOCALES[language]).format(DATES[language].full) : "";
}

/** "July 2026" */
export function monthLabel(time: number, language: Language): string {
  return isTime(time) ? dayjs(time).locale(LOCALES[language]).format(MONTHS[language]) : "";
}

export function clockTime(time: number): string {
  return isTime(time) ? dayjs(time).format("HH:mm") : "";
}

export function isoTime(time: number): string | undefined {
  return isTime(time) ? dayjs(time).toISOString() : undefined;
}

/** Returns a call's running time: mm:ss, minutes wrap at 60 (4-106, 4-107). */
export function durationText(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  return [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Returns a call's total time: mm:ss, or h:mm:ss from an hour on. */
export function callLength(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = durationText(seconds * 1000);
  return hours > 0 ? `${hours}:${rest}` : rest;
}

export function isSameDay(a: number, b: number): boolean {
  return dayjs(a).isSame(b, "day");
}

export function startOfDay(time: number): number {
  return dayjs(time).startOf("day").valueOf();
}

function calendarDate(time: number, now: number, days: number, language: Language): string {
  const date = dayjs(time).locale(LOCALES[language]);
  if (days > 1 && days < 7) return date.format("dddd");
  return date.format(date.isSame(now, "year") ? DATES[language].short : DATES[language].full);
}

/** Whole calendar days from `time` to `now`. Rounded, because a day with a clock change has 23 or 25 hours. */
function daysBetween(time: number, now: number): number {
  return Math.round(dayjs(startOfDay(now)).diff(startOfDay(time), "day", true));
}

function isTime(time: number): boolean {
  return time > 0 && dayjs(time).isValid();
}

/** Returns a duration in its largest exact unit: 90 minutes stay minutes, 120 minutes are 2 hours. */
export function spanText(seconds: number, t: Translate): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes % (24 * 60) === 0) return t("time.days", { count: minutes / (24 * 60) });
  if (minutes % 60 === 0) return t("time.hours", { count: minutes / 60 });
  return t("time.minutes", { count: minutes });
}
